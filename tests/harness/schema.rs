//! The JSON schemas in `docs/formats/` are what the code reads and writes. After a change of a
//! format, `cargo xtask schema` writes them anew; the difference then stands in the commit.

use vedette_report::bundle::{
    IndexShard, ItemShard, Manifest, RuleShard, RunShard, TrajectoryShard,
};
use vedette_report::plan::{PlanQuestion, PlanReport};
use vedette_report::schema::schema_of;
use vedette_tests::root;

#[test]
fn the_documented_schemas_are_those_of_the_code() {
    for (name, schema) in [
        ("bundle.manifest", schema_of::<Manifest>()),
        ("bundle.index", schema_of::<IndexShard>()),
        ("bundle.rules", schema_of::<RuleShard>()),
        ("bundle.runs", schema_of::<RunShard>()),
        ("bundle.items", schema_of::<ItemShard>()),
        ("bundle.trajectories", schema_of::<TrajectoryShard>()),
        ("plan.question", schema_of::<PlanQuestion>()),
        ("plan.report", schema_of::<PlanReport>()),
    ] {
        let path = root().join(format!("docs/formats/{name}.schema.json"));
        if std::env::var_os("VEDETTE_BLESS").is_some() {
            std::fs::write(&path, &schema).unwrap();
        }
        let documented = std::fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(documented, schema, "{} is not up to date: cargo xtask schema", path.display());
    }
}
