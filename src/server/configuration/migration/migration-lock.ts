// Owns the number under which processes that start together pass the gate one after the other.

/** Any constant will do; it names the gate among the advisory locks of the database. */
export const GATE_LOCK = 7_318_207
