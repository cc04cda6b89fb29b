// Owns the import of the driver of PostgreSQL, which wants to know beforehand where it runs.
import './navigator.ts'

export { default } from 'pg'
