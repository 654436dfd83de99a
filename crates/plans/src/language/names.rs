//! The names that every plan may use without defining them.

/// Functions that compute.
pub(super) const FUNCTIONS: &[&str] = &[
    "abs",
    "any",
    "all",
    "bool",
    "dir",
    "divmod",
    "enumerate",
    "float",
    "hash",
    "int",
    "len",
    "list",
    "max",
    "min",
    "print",
    "range",
    "repr",
    "reversed",
    "set",
    "sorted",
    "str",
    "tuple",
    "type",
    "zip",
    "sum",
    "dict",
];

/// Classes and exceptions.
pub(super) const CLASSES: &[&str] = &[
    "ValueError",
    "NotEnoughInformationError",
    "Enum",
    "BaseModel",
    "EmailStr",
    "NaiveDatetime",
    "FieldInfo",
];

/// Types of a schema beside classes.
pub(super) const TYPES: &[&str] = &["str", "int", "float", "bool", "list", "dict", "set", "tuple"];

/// What `query_ai_assistant` may answer with beside classes.
pub(super) const ANSWERS: &[&str] = &["str", "int", "float"];

/// Methods that change nothing: of texts, lists, dicts, dates and models.
const METHODS: &[&str] = &[
    "get",
    "items",
    "keys",
    "values",
    "index",
    "capitalize",
    "count",
    "endswith",
    "find",
    "format",
    "isalnum",
    "isalpha",
    "isdigit",
    "islower",
    "isspace",
    "istitle",
    "isupper",
    "join",
    "lower",
    "lstrip",
    "partition",
    "removeprefix",
    "removesuffix",
    "replace",
    "rfind",
    "rindex",
    "rpartition",
    "rsplit",
    "rstrip",
    "split",
    "splitlines",
    "startswith",
    "strip",
    "title",
    "upper",
    // Dates.
    "strptime",
    "strftime",
    "isoformat",
    "fromisoformat",
    "now",
    "today",
    "date",
    "time",
    "weekday",
    "isoweekday",
    "isocalendar",
    "timetuple",
    "timestamp",
    "combine",
    "total_seconds",
    "astimezone",
    "utcnow",
    "utcoffset",
    "fromtimestamp",
    "toordinal",
    "fromordinal",
    "ctime",
    "tzname",
    "dst",
    // Models.
    "model_dump",
    "model_copy",
    "model_validate",
    "model_dump_json",
    "model_validate_json",
    "model_json_schema",
];

/// Methods that change what they are called on, and what to write instead.
const CHANGING: &[(&str, &str)] = &[
    ("append", "write `x = [*x, item]`"),
    ("extend", "write `x = [*x, *items]`"),
    ("insert", "build a new list"),
    ("remove", "build a new list with a comprehension"),
    ("pop", "read the item and build a new list"),
    ("clear", "assign an empty one"),
    ("sort", "write `x = sorted(x)`"),
    ("reverse", "write `x = reversed(x)`"),
    ("add", "write `x = {*x, item}`"),
    ("discard", "build a new set"),
    ("update", "write `x = {**x, **more}`"),
    ("setdefault", "write `x[key] = value`"),
    ("popitem", "build a new dict"),
    ("intersection_update", "build a new set"),
    ("difference_update", "build a new set"),
    ("symmetric_difference_update", "build a new set"),
];

pub(super) fn is_method(name: &str) -> bool {
    METHODS.contains(&name)
}

/// What to write instead of a method that changes something.
pub(super) fn instead(name: &str) -> Option<&'static str> {
    CHANGING.iter().find(|(other, _)| *other == name).map(|(_, instead)| *instead)
}

/// The method that `name` was probably meant to be.
pub(super) fn nearest_method(name: &str) -> Option<&'static str> {
    crate::tools::nearest(name, METHODS.iter().copied())
}
