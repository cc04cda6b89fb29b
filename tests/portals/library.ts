// Provides where the second portal lies: a public library, whose configuration is its own from the first file to the last.
import { join } from 'node:path'
import { ROOT } from '../support/source-files.ts'

export const LIBRARY = join(ROOT, 'tests', 'portals', 'library')
