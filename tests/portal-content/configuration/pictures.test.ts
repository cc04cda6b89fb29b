// Tests the pictures of equipment types: palette, size, shapes, one picture for each type.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const FAMILIES = 'schemas/parameters'
const LIMIT_BYTES = 8 * 1024

const SHAPE = [
  'fill',
  'fill-opacity',
  'opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
]
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  svg: ['xmlns', 'viewBox', 'fill', 'stroke', 'stroke-width', 'stroke-linejoin', 'stroke-linecap'],
  g: SHAPE,
  path: ['d', ...SHAPE],
  rect: ['x', 'y', 'width', 'height', 'rx', ...SHAPE],
  circle: ['cx', 'cy', 'r', ...SHAPE],
  ellipse: ['cx', 'cy', 'rx', 'ry', ...SHAPE],
}

const PALETTE = new Set(
  [
    ...readFileSync(join(FAMILIES, 'PICTURES.md'), 'utf8').matchAll(
      /^\| `(--p-[a-z]+)` \| `(#[0-9a-f]{6})` \|/gm,
    ),
  ].map(([, token, colour]) => `var(${token},${colour})`),
)

const namesIn = (ending: string): string[] =>
  readdirSync(FAMILIES, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.includes('/') && name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length))

const PICTURES = namesIn('.svg').map((name) => ({
  name,
  text: readFileSync(join(FAMILIES, `${name}.svg`), 'utf8'),
}))

/** Every tag of the file; whatever is no tag stands in `rest`. */
function read(text: string) {
  const tags: { name: string; attributes: [string, string][] }[] = []
  const rest = text.replace(/<(\/?)([a-z]+)((?: [\w:-]+="[^"<>]*")*)\/?>/gi, (_, close, name, attributes) => {
    if (!close)
      tags.push({
        name,
        attributes: [...attributes.matchAll(/ ([\w:-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
      })
    return ''
  })
  return { tags, rest }
}

const geometry = (text: string) =>
  read(text)
    .tags.flatMap(({ attributes }) => attributes)
    .filter(([key]) => !SHAPE.includes(key))
    .join()

test('the palette of the type pictures has at most ten colours', () => {
  expect(PALETTE.size).toBeGreaterThan(5)
  expect(PALETTE.size).toBeLessThanOrEqual(10)
})

interface Node {
  readonly name: string
  readonly parent?: string
  readonly groups?: unknown
}

const NODES: readonly Node[] = namesIn('.json').map((name) => ({
  ...(JSON.parse(readFileSync(join(FAMILIES, `${name}.json`), 'utf8')) as Omit<Node, 'name'>),
  name,
}))

test('every equipment type and every top category has a picture', () => {
  const pictured = NODES.filter(({ parent, groups }) => parent === undefined || groups !== undefined)
  expect(
    pictured.map(({ name }) => name).filter((name) => !existsSync(join(FAMILIES, `${name}.svg`))),
  ).toEqual([])
})

test('every picture belongs to a type or a category', () => {
  const names = new Set(NODES.map(({ name }) => name))
  if (names.size) expect(PICTURES.map(({ name }) => name).filter((name) => !names.has(name))).toEqual([])
})

test('all type pictures differ in their shapes, not only in their colours', () => {
  expect(new Set(PICTURES.map(({ text }) => geometry(text))).size).toBe(PICTURES.length)
})

describe.each(PICTURES)('type picture $name', ({ text }) => {
  const { tags, rest } = read(text)

  test('has at most 8 KB and the common svg root', () => {
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(LIMIT_BYTES)
    expect(tags[0]).toEqual({
      name: 'svg',
      attributes: [
        ['xmlns', 'http://www.w3.org/2000/svg'],
        ['viewBox', '0 0 240 160'],
        ['fill', 'none'],
        ['stroke', 'var(--p-ink,#1f2a3c)'],
        ['stroke-width', '2'],
        ['stroke-linejoin', 'round'],
        ['stroke-linecap', 'round'],
      ],
    })
  })

  test('contains only allowed shapes and attributes', () => {
    expect(rest.trim()).toBe('')
    for (const { name, attributes } of tags) {
      expect(Object.keys(ALLOWED)).toContain(name)
      expect(attributes.map(([key]) => key).filter((key) => !ALLOWED[name]?.includes(key))).toEqual([])
    }
  })

  test('uses only colours of the palette', () => {
    const colours = tags.flatMap(({ attributes }) =>
      attributes.filter(([key]) => key === 'fill' || key === 'stroke').map(([, value]) => value),
    )
    expect(colours.filter((colour) => colour !== 'none' && !PALETTE.has(colour))).toEqual([])
  })
})
