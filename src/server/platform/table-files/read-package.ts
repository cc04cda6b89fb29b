// Reads the parts of an Office package by their relationships, because programs name the parts differently.
import type { ZipReader } from './read-zip.ts'
import { attribute, xmlTokens } from './xml-tokens.ts'

export interface Relationship {
  readonly id: string
  /** Last part of its type, such as `worksheet`: strict and transitional documents differ in the rest. */
  readonly kind: string
  /** The name of the part; undefined for a target outside the package. */
  readonly part: string | undefined
}

/** Of a part, or of the package itself. */
export async function readRelationships(zip: ZipReader, part = ''): Promise<readonly Relationship[]> {
  const [folder, name] = splitPath(part)
  const rels = `${folder}_rels/${name}.rels`
  if (!zip.has(rels)) return []
  return [...xmlTokens(await readXmlPart(zip, rels))].flatMap(({ tag, isEnd, attributes }) => {
    if (tag !== 'Relationship' || isEnd) return []
    const target = attribute(attributes, 'Target') ?? ''
    return [
      {
        id: attribute(attributes, 'Id') ?? '',
        kind: attribute(attributes, 'Type')?.split('/').at(-1) ?? '',
        part: attribute(attributes, 'TargetMode') === 'External' ? undefined : resolve(folder, target),
      },
    ]
  })
}

/** As its mark says: some programs write UTF-16. */
export async function readXmlPart(zip: ZipReader, name: string): Promise<string> {
  const bytes = await zip.read(name)
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8'
  return new TextDecoder(encoding).decode(bytes)
}

const splitPath = (part: string): readonly [folder: string, name: string] => {
  const cut = part.lastIndexOf('/') + 1
  return [part.slice(0, cut), part.slice(cut)]
}

/** Targets are addresses: relative to the folder of the part, or from the root of the package. */
function resolve(folder: string, target: string): string | undefined {
  const base = `package:///${folder}`
  if (!URL.canParse(target, base)) return undefined
  try {
    return decodeURIComponent(new URL(target, base).pathname).replace(/^\/+/, '')
  } catch {
    return undefined
  }
}
