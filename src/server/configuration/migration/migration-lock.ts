// Declares the lock number under which processes that start together pass the migration guard one by one.

/** Any constant will do; it names the gate among the advisory locks of the database. */
export const GATE_LOCK = 7_318_207
