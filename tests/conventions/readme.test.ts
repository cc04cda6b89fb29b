// Tests the dependency table of src/README.md: all packages are listed, and used in the named locations.
import { readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readFiles } from '../support/source-files.ts'

interface Row {
  readonly packages: readonly string[]
  readonly places: readonly string[]
}

/** The packages that the portal was ordered with. */
const CHOSEN = [
  'react',
  'react-dom',
  'react-router-dom',
  '@rjsf/core',
  '@rjsf/validator-ajv8',
  'ajv',
  'swr',
  'axios',
  'antd',
  'immer',
  'vitest',
  'json-schema-to-typescript',
]

const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
  'dependencies' | 'devDependencies',
  Record<string, string>
>
const INSTALLED = [...Object.keys(dependencies), ...Object.keys(devDependencies)].filter(
  (name) => !name.startsWith('@types/'),
)

function readTable(): readonly Row[] {
  const [, text = ''] = readFileSync('src/README.md', 'utf8').split('## Dependencies')
  const lines = text.split('\n').filter((line) => line.startsWith('| '))
  return lines.slice(2).map((line) => {
    const [, packages = '', places = ''] = line.split('|').map((cell) => cell.trim())
    return { packages: packages.split(', '), places: places.split(', ') }
  })
}

const TABLE = readTable()
const SOURCES = [
  ...readFiles('src', /\.(tsx?|css)$/),
  ...readFiles('tests', /\.tsx?$/),
  ...readFiles('scripts', /\.(ts|mjs)$/),
]

function textsIn(place: string): readonly string[] {
  if (statSync(place).isFile()) return [readFileSync(place, 'utf8')]
  return SOURCES.filter(({ path }) => path.startsWith(`${place}/`)).map(({ text }) => text)
}

/** Imported, called as a command, or named in a configuration file. */
function uses(text: string, name: string): boolean {
  const escaped = name.replace(/[/.]/g, '\\$&')
  const imported = new RegExp(`(from|import|resolve)\\s*\\(?\\s*['"]${escaped}(/[^'"]*)?['"]`)
  return imported.test(text) || new RegExp(`environment: '${escaped}'`).test(text)
}

/** Tools whose command a script of package.json or of `npm test` runs. */
const COMMANDS: Readonly<Record<string, string>> = { typescript: 'tsc', '@biomejs/biome': 'biome' }

function runs(place: string, name: string): boolean {
  const command = COMMANDS[name]
  const texts = place === 'package.json' ? [...textsIn('scripts'), ...textsIn(place)] : []
  return command !== undefined && texts.some((text) => new RegExp(`\\b${command}\\b`).test(text))
}

test('the dependency table of src/README.md lists exactly the packages of package.json', () => {
  expect(TABLE.flatMap(({ packages }) => packages).sort()).toEqual([...INSTALLED].sort())
})

test.each(TABLE.flatMap(({ packages, places }) => packages.map((name) => [name, places] as const)))(
  '%s is imported or run in every location that the dependency table names',
  (name, places) => {
    for (const place of places)
      expect(
        textsIn(place).some((text) => uses(text, name)) || runs(place, name),
        `${name} in ${place}`,
      ).toBe(true)
  },
)

test.each(CHOSEN)('%s, a package that the order of the portal requires, is imported by the code', (name) => {
  const own = SOURCES.filter(({ path }) => name === 'vitest' || path.startsWith('src/'))
  expect(own.some(({ text }) => uses(text, name))).toBe(true)
})
