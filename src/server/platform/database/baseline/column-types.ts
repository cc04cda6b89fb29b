// Defines the types of columns that many tables of the baseline have.

/** Milliseconds, cut and not rounded, so that no row is ever from the future. */
export const CREATED = `timestamptz(3) not null default date_trunc('milliseconds', now())`
export const ROUNDED = 'timestamptz(3) not null default now()'
