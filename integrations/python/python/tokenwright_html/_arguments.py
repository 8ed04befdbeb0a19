"""Checks of arguments."""

from __future__ import annotations

import operator
from typing import Any


def count(name: str, given: Any) -> int:
    """A number that the compiled part takes."""
    try:
        number = operator.index(given)
    except TypeError:
        raise TypeError(f"{name} is {given!r}: it must be an integer") from None
    if not 0 <= number < 2**63:
        raise ValueError(f"{name} is {number}: it must be 0 or more, and less than 2**63")
    return number
