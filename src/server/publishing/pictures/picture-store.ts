// Reads the pictures of categories, which lie beside the files of their parameter sets.
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ConfigurationSource } from '#server/configuration/configuration-source.ts'
import { digestOf } from '#server/platform/http/etag.ts'
import { COLOR_TOKENS } from '#shared/generated/color-tokens.ts'
import type { ParameterSet } from '#shared/parameters/parameter-model.ts'

const { drawing, 'drawing-fill': fill, 'drawing-line': line } = COLOR_TOKENS

const NEUTRAL_SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 160"><rect width="240" height="160" fill="${drawing}"/><g fill="${fill}" stroke="${line}" stroke-width="3" stroke-linejoin="round"><path d="M70 62 120 40l50 22-50 22z"/><path d="M70 62v44l50 22V84z"/><path d="M170 62v44l-50 22V84z"/></g></svg>`

/** Declares the picture of categories that have none, nor a parent with one: a crate. */
const NEUTRAL_PICTURE = {
  text: NEUTRAL_SVG,
  digest: digestOf(NEUTRAL_SVG),
  version: '',
}

interface StoredPicture {
  readonly text: string
  readonly digest: string
  /** Of the file: another one is read again. */
  readonly version: string
}

const FOLDER = join('schemas', 'parameters')

export class PictureStore {
  readonly #source: ConfigurationSource
  readonly #kept = new Map<string, StoredPicture>()

  constructor(source: ConfigurationSource) {
    this.#source = source
  }

  /**
   * The picture of a category, else of the nearest one above that has one, else a neutral one, as a category may be
   * added without any; null for what is no category of a family with pictures. Names are looked up
   * in the configuration before any of them becomes part of a path.
   */
  async find(familyName: string, id: string): Promise<StoredPicture | null> {
    const family = this.#source.model.families.find(({ name, pictures }) => name === familyName && pictures)
    if (!family) return null
    const categories = withAncestors(family.sets, id)
    for (const category of categories) {
      const picture = await this.#read(join(this.#source.root, FOLDER, family.name, `${category}.svg`))
      if (picture) return picture
    }
    return categories.length > 0 ? NEUTRAL_PICTURE : null
  }

  async #read(path: string): Promise<StoredPicture | null> {
    const found = await stat(path).catch(() => null)
    if (!found?.isFile()) return null
    const version = `${found.mtimeMs} ${found.size} ${found.ino}`
    const kept = this.#kept.get(path)
    if (kept?.version === version) return kept
    const text = await readFile(path, 'utf8').catch(() => null)
    if (text === null) return null
    const picture = { text, digest: digestOf(text), version }
    this.#kept.set(path, picture)
    return picture
  }
}

function withAncestors(sets: readonly ParameterSet[], id: string): string[] {
  const set = sets.find((one) => one.id === id)
  if (!set) return []
  return [set.id, ...(set.parent === undefined ? [] : withAncestors(sets, set.parent))]
}
