// Finds the row of a thing to add in the tables of the documentation.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './source-files.ts'

/** The first that has the row counts. */
const FILES = ['src/README.md', 'schemas/README.md']

/** The line that begins with `| <thing> `; undefined where no table has it. */
export function rowOfAddition(thing: string): string | undefined {
  return FILES.map((file) => join(ROOT, file))
    .filter((path) => existsSync(path))
    .flatMap((path) => readFileSync(path, 'utf8').split('\n'))
    .find((line) => line.startsWith(`| ${thing} `))
}
