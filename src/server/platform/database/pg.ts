// Imports the PostgreSQL driver after `navigator` is defined, which the driver checks while it loads.
import './navigator.ts'

export { default } from 'pg'
