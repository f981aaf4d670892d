"""Asks the real skills-ref about the skill folders named on standard input, one a line.

Prints one JSON object a line: `faults`, the sentences of `validate`, and `properties`, the JSON of
`read-properties`. Either is null where the library raises something that its command does not
catch; `properties` is also null where the library refuses the skill.
"""

import json
import sys
import warnings
from pathlib import Path

from skills_ref.errors import SkillError
from skills_ref.parser import read_properties
from skills_ref.validator import validate

warnings.simplefilter("ignore")


def faults(folder):
    try:
        return validate(folder)
    except Exception:
        return None


def properties(folder):
    try:
        return json.dumps(read_properties(folder).to_dict(), indent=2)
    except SkillError:
        return None
    except Exception:
        return None


for line in sys.stdin:
    folder = Path(line.rstrip("\n"))
    print(json.dumps({"faults": faults(folder), "properties": properties(folder)}), flush=True)
