//! Values to other types, where nothing is lost.

use std::sync::Arc;

use super::{Data, Enums, Type, Value, parse, prefix_number};
use crate::Fault;

impl Value {
    /// The value as another type: numbers where nothing is lost (a flag is 0 or 1), numbers to text
    /// (reals with six decimals), text to numbers by its prefix, anything to and from JSON.
    ///
    /// # Errors
    ///
    /// A fault of conversion, or [`Fault::ValueEmpty`] where there is no value.
    pub fn cast(&self, to: &Type) -> Result<Self, Fault> {
        if self.is_empty() {
            return Err(Fault::ValueEmpty);
        }
        let data = match to {
            Type::Untyped | Type::Variant => return Ok(self.clone()),
            Type::String => Data::Text(self.cast_text()?),
            Type::Json => Data::Json(Arc::new(self.to_json())),
            Type::List(_) | Type::Queue(_) => return self.cast_items(to),
            Type::Float | Type::Double => Data::Real(self.cast_real(to)?),
            Type::UInt64 => Data::Unsigned(self.cast_unsigned()?),
            Type::Bool => Data::Int(i64::from(self.cast_bool()?)),
            Type::Status | Type::Enum(_) => Data::Int(self.cast_integer(&Type::Int)?),
            integer => Data::Int(self.cast_integer(integer)?),
        };
        Ok(Self::new(to.clone(), data))
    }

    /// What a port of type `to` reads from an entry with this value: text is parsed, everything else
    /// is cast.
    ///
    /// # Errors
    ///
    /// As [`Value::cast`].
    pub fn read_as(&self, to: &Type, enums: &Enums) -> Result<Self, Fault> {
        match &self.data {
            Data::Text(text) if !matches!(to, Type::String | Type::Variant) => {
                parse(text, to, enums)
            }
            _ => self.cast(to),
        }
    }

    fn no_conversion(&self, to: Type) -> Fault {
        Fault::NoSafeConversion {
            from: self.kind.clone(),
            to,
        }
    }

    /// The truth of a condition: the integers 0 and 1, and reals that are not negative.
    ///
    /// # Errors
    ///
    /// A fault of conversion for everything else, text included.
    pub fn cast_bool(&self) -> Result<bool, Fault> {
        match &self.data {
            Data::Empty => Err(Fault::ValueEmpty),
            Data::Int(0) | Data::Unsigned(0) => Ok(false),
            Data::Int(1) | Data::Unsigned(1) => Ok(true),
            Data::Int(_) | Data::Unsigned(_) => Err(Fault::IntNotFlag),
            Data::Real(number) if *number < 0.0 => Err(Fault::NegativeToUnsigned),
            Data::Real(number) => Ok(*number != 0.0),
            Data::Json(document) => match document.as_bool() {
                Some(flag) => Ok(flag),
                None => Err(self.no_conversion(Type::Bool)),
            },
            _ => Err(self.no_conversion(Type::Bool)),
        }
    }

    /// The number as a double, exact for integers; text by its prefix.
    ///
    /// # Errors
    ///
    /// A fault of conversion.
    pub fn cast_double(&self) -> Result<f64, Fault> {
        self.cast_real(&Type::Double)
    }

    fn cast_real(&self, to: &Type) -> Result<f64, Fault> {
        let number = match &self.data {
            Data::Real(number) => *number,
            Data::Int(number) => exact_real((*number).into())?,
            Data::Unsigned(number) => exact_real((*number).into())?,
            Data::Text(text) => {
                prefix_number(text).ok_or_else(|| Fault::StringToNumber { text: text.clone() })?
            }
            Data::Json(document) => match document.as_f64() {
                Some(number) => number,
                None => return Err(self.no_conversion(to.clone())),
            },
            Data::Empty => return Err(Fault::ValueEmpty),
            Data::List(_) | Data::Queue(_) => return Err(self.no_conversion(to.clone())),
        };
        if *to == Type::Float {
            #[expect(clippy::cast_possible_truncation, reason = "a float is meant")]
            return Ok((number as f32).into());
        }
        Ok(number)
    }

    pub(crate) fn cast_integer(&self, to: &Type) -> Result<i64, Fault> {
        let (low, high) = to.bounds().unwrap_or((i64::MIN, i64::MAX));
        let number = match &self.data {
            Data::Int(number) => *number,
            Data::Unsigned(number) => {
                i64::try_from(*number).map_err(|_| Fault::NumberOutOfRange)?
            }
            Data::Real(number) => whole(*number, low)?,
            Data::Text(text) => {
                let fault = || Fault::StringToNumber { text: text.clone() };
                parse(text, to, &Enums::new())
                    .map_err(|_| fault())?
                    .cast_integer(to)?
            }
            Data::Json(document) => match document.as_i64() {
                Some(number) => number,
                None => return Err(self.no_conversion(to.clone())),
            },
            Data::Empty => return Err(Fault::ValueEmpty),
            Data::List(_) | Data::Queue(_) => return Err(self.no_conversion(to.clone())),
        };
        if number < 0 && low == 0 {
            return Err(Fault::NegativeToUnsigned);
        }
        if number < low || number > high {
            return Err(Fault::NumberOutOfRange);
        }
        Ok(number)
    }

    fn cast_unsigned(&self) -> Result<u64, Fault> {
        match &self.data {
            Data::Unsigned(number) => Ok(*number),
            Data::Json(document) if document.is_u64() => Ok(document.as_u64().unwrap_or(0)),
            _ => {
                let number = self.cast_integer(&Type::UInt64)?;
                u64::try_from(number).map_err(|_| Fault::NegativeToUnsigned)
            }
        }
    }

    fn cast_text(&self) -> Result<Arc<str>, Fault> {
        Ok(match &self.data {
            Data::Text(text) => text.clone(),
            Data::Int(number) => number.to_string().into(),
            Data::Unsigned(number) => number.to_string().into(),
            Data::Real(number) if number.is_nan() => "nan".into(),
            Data::Real(number) => format!("{number:.6}").into(),
            Data::Json(document) => match document.as_str() {
                Some(text) => text.into(),
                None => document.to_string().into(),
            },
            Data::Empty => return Err(Fault::ValueEmpty),
            Data::List(_) | Data::Queue(_) => return Err(self.no_conversion(Type::String)),
        })
    }

    fn cast_items(&self, to: &Type) -> Result<Self, Fault> {
        if self.kind == *to {
            return Ok(self.clone());
        }
        let element = match to {
            Type::List(element) | Type::Queue(element) => *element,
            _ => return Err(self.no_conversion(to.clone())),
        };
        let Data::Json(document) = &self.data else {
            return Err(self.no_conversion(to.clone()));
        };
        let Some(items) = document.as_array() else {
            return Err(self.no_conversion(to.clone()));
        };
        let items: Result<Vec<_>, _> = items
            .iter()
            .map(|item| Self::from_json(item).cast(&element.kind()))
            .collect();
        Ok(match to {
            Type::Queue(_) => Self::queue(element, items?),
            _ => Self::list(element, items?),
        })
    }

    /// Puts the value into `target`, which keeps its type and the way it is kept; an empty target
    /// takes the value with its type.
    pub(crate) fn copy_into(&self, target: &mut Self) -> Result<(), Fault> {
        let data = match (&self.data, &target.data) {
            (_, Data::Empty) => {
                *target = self.clone();
                return Ok(());
            }
            (Data::Int(_), Data::Int(_))
            | (Data::Unsigned(_), Data::Unsigned(_))
            | (Data::Real(_), Data::Real(_))
            | (Data::Text(_), Data::Text(_))
            | (Data::Json(_), Data::Json(_)) => self.data.clone(),
            (Data::List(_), Data::List(_)) | (Data::Queue(_), Data::Queue(_))
                if self.kind == target.kind =>
            {
                self.data.clone()
            }
            (Data::Unsigned(_) | Data::Real(_), Data::Int(_)) => {
                Data::Int(self.cast_integer(&Type::Int64)?)
            }
            (Data::Int(_) | Data::Real(_), Data::Unsigned(_)) => {
                Data::Unsigned(self.cast_unsigned()?)
            }
            (Data::Int(_) | Data::Unsigned(_), Data::Real(_)) => Data::Real(self.cast_double()?),
            (_, Data::Json(_)) => Data::Json(Arc::new(self.to_json())),
            _ => return Err(Fault::ValueCopyMismatch),
        };
        target.data = data;
        Ok(())
    }

    /// Whether the number fits the type without loss, so that an entry locked to that type takes it.
    pub(crate) fn fits(&self, to: &Type) -> bool {
        let is_arithmetic = to.bounds().is_some() || matches!(to, Type::Float | Type::Double);
        if !self.is_number() || !is_arithmetic {
            return false;
        }
        match (&self.data, to) {
            (Data::Real(number), Type::Float) => {
                #[expect(clippy::cast_possible_truncation, reason = "this is the test")]
                let narrow = f64::from(*number as f32);
                narrow.to_bits() == number.to_bits()
            }
            _ => self.cast(to).is_ok(),
        }
    }
}

fn exact_real(number: i128) -> Result<f64, Fault> {
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        reason = "checked below"
    )]
    let (real, back) = (number as f64, number as f64 as i128);
    if back == number {
        Ok(real)
    } else {
        Err(Fault::IntToRealInexact)
    }
}

/// A real without a fraction as an integer.
fn whole(number: f64, low: i64) -> Result<i64, Fault> {
    const BOUND: f64 = 9_223_372_036_854_775_808.0;
    if number < 0.0 && low == 0 {
        return Err(Fault::NegativeToUnsigned);
    }
    if !number.is_finite() || number.trunc().to_bits() != number.to_bits() {
        return Err(Fault::RealToIntInexact);
    }
    if !(-BOUND..BOUND).contains(&number) {
        return Err(Fault::NumberOutOfRange);
    }
    #[expect(clippy::cast_possible_truncation, reason = "whole and in range")]
    Ok(number as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A conversion that would lose something is a fault, never another number.
    #[test]
    fn nothing_is_lost() {
        let cast = |value: Value, to: Type| value.cast(&to).map(|value| value.data().clone());
        assert_eq!(
            cast(Value::int(300), Type::UInt8),
            Err(Fault::NumberOutOfRange)
        );
        assert_eq!(
            cast(Value::int(-1), Type::UInt8),
            Err(Fault::NegativeToUnsigned)
        );
        assert_eq!(
            cast(Value::real(2.5), Type::Int),
            Err(Fault::RealToIntInexact)
        );
        assert_eq!(cast(Value::real(2.0), Type::Int), Ok(Data::Int(2)));
        let large = Value::int(9_007_199_254_740_993);
        assert_eq!(cast(large, Type::Double), Err(Fault::IntToRealInexact));
        assert_eq!(
            cast(Value::real(1e300), Type::Int64),
            Err(Fault::NumberOutOfRange)
        );
    }
}
