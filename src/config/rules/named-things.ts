// Owns the warning about a text that sends its reader to what nothing is called any more: a page, a button or a part that was renamed.
import type { Context } from '../context.ts'
import type { Document } from '../document.ts'
import { kindOf } from '../file-kinds.ts'
import { eachValue } from './each-value.ts'

/** What is named after a word that leads somewhere: 请到“我的需求”查看. */
const SENT = /(?:到|在|从|去|进入|打开|点击|点|选择|选|按)“([^“”{}]{2,20})”/g

const KINDS: ReadonlySet<string | undefined> = new Set([
  'page',
  'zone',
  'content',
  'form',
  'lifecycle',
  'notice',
])

export function checkNamedThings(context: Context): void {
  const all = [...context.documents.values()].flatMap((byId) => [...byId.values()])
  const known = new Map<string, boolean>()
  const isNamed = (name: string): boolean => {
    const found = known.get(name) ?? all.some(({ text }) => text.includes(`"${name}"`))
    known.set(name, found)
    return found
  }
  for (const document of all) {
    if (document.isMade || context.isBorrowed(document) || !document.text.includes('“')) continue
    if (KINDS.has(kindOf(document.path)?.kind.kind)) checkDocument(context, document, isNamed)
  }
}

function checkDocument(context: Context, document: Document, isNamed: (name: string) => boolean): void {
  eachValue(document.value, (text, path) => {
    if (typeof text !== 'string') return
    for (const [, name = ''] of text.matchAll(SENT))
      if (!isNamed(name))
        context.report(document, path, {
          slug: 'name_of_nothing',
          message: `文字让人去找“${name}”，却没有页面、按钮或栏目叫这个名称：可能改名了，请一并改写`,
          found: name,
          warning: true,
        })
  })
}
