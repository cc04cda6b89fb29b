// Checks that choices have distinct titles: content types, zones, categories, dictionaries.

import type { Code } from '#config/load/codes.ts'
import type { Context } from '#config/load/context.ts'
import { Place } from '#config/load/place.ts'

type Titled = 'content' | 'zone' | 'dictionary'

/** Readers see the first two; dictionaries are named to authors alone, where two may mean the same of different things. */
const NOUNS: Readonly<Record<Titled, { readonly noun: string; readonly slug: Code }>> = {
  content: { noun: '内容类型', slug: 'title_twice' },
  zone: { noun: '专区', slug: 'title_twice' },
  dictionary: { noun: '字典', slug: 'title_alike' },
}

export function checkTitlesApart(context: Context): void {
  checkSetTitles(context)
  for (const [kind, { noun, slug }] of Object.entries(NOUNS)) {
    const seen = new Map<string, string>()
    for (const [id, document] of context.of(kind as Titled)) {
      if (document.isMade) continue
      const { title } = document.value
      const other = seen.get(title)
      const message = `${noun}“${id}”与“${other}”的名称都是“${title}”，无法区分，请改其一`
      if (other === undefined) seen.set(title, id)
      else new Place(context, document, ['title']).report(slug, message, { found: title })
    }
  }
}

/** Checks the titles of categories. Equal titles are allowed under different parents, which tell them apart. */
function checkSetTitles(context: Context): void {
  const seen = new Map<string, string>()
  for (const [id, document] of context.of('set')) {
    const { title, parent = '' } = document.value
    const [family = '', name = ''] = id.split('/')
    const key = JSON.stringify([family, parent, title])
    const other = seen.get(key)
    if (other === undefined) seen.set(key, name)
    else
      new Place(context, document, ['title']).report(
        'title_twice',
        `${parent === '' ? '最上一级' : `“${parent}”之下`}的类目“${name}”与“${other}”的名称都是“${title}”，无法区分：请改其一；若为复制后未修改，请改写或删去该文件`,
        { found: title },
      )
  }
}
