// Holds that schemas/LANGUAGE.md is true: every file is there, and says what its line promises.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

interface Line {
  readonly want: string
  readonly words: readonly string[]
  readonly files: readonly string[]
}

function readLines(): readonly Line[] {
  const lines = readFileSync('schemas/LANGUAGE.md', 'utf8').split('\n')
  const rows = lines.filter((line) => /^\| (?!I want|-)/.test(line))
  return rows.map((row) => {
    const [, want = '', written = '', example = ''] = row.split('|').map((cell) => cell.trim())
    return {
      want,
      words: matches(written, /`([^`]+)`/g),
      files: matches(example, /\]\(([^)]+)\)/g).map((path) => join('schemas', path)),
    }
  })
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, found = '']) => found)
}

const LINES = readLines()

test('the file has lines', () => expect(LINES.length).toBeGreaterThan(30))

test.each(LINES)('$want', ({ words, files }) => {
  expect(files).not.toEqual([])
  expect(files.filter((path) => !existsSync(path))).toEqual([])
  const text = files.map((path) => readFileSync(path, 'utf8')).join('\n')
  const names = words.flatMap((word) => word.match(/[\w{}.-]*\w[\w{}.-]*/g) ?? [])
  expect(names.filter((name) => !new RegExp(`"${name}"|: ${name}\\b`).test(text))).toEqual([])
})
