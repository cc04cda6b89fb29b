// Provides where the third portal lies: a room of tools to borrow, whose own code takes part in the engine's writes.
import { join } from 'node:path'
import { ROOT } from '../support/source-files.ts'

export const WORKSHOP = join(ROOT, 'tests', 'portals', 'workshop')
