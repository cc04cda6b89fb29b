// Warns of pages that name one sample, as they work only where the samples exist.

import type { Context } from '#config/load/context.ts'
import type { Path } from '#config/load/document.ts'
import { eachValue } from '#config/load/visit-values.ts'
import type { Compiled } from '#config/pipeline/compile-model.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import { checkSampleReferences } from './check-sample-references.ts'

/** Kinds of files that lead to pages or calls. */
const KINDS: readonly string[] = ['page', 'zone', 'menu', 'site', 'notice']
/** A parameter of an address that is written out, or its last part. */
const IN_ADDRESS = /[?&](\w+)=([^&#{}]+)|\/([^/?#{}]+)$/g
/** Parameters by which one item is opened. */
const OF_ITEM: readonly string[] = ['id', 'dataId']

interface Id {
  readonly id: string
  readonly isOpened: boolean
}

/** Below these stands what is given to a page or a call. */
const isParameterPath = (path: Path): boolean => path.includes('params') || path.includes('body')

function idsIn(text: string, path: Path): readonly Id[] {
  if (!/[/?]/.test(text))
    return isParameterPath(path) ? [{ id: text, isOpened: OF_ITEM.includes(String(path.at(-1))) }] : []
  return [...text.matchAll(IN_ADDRESS)].map(([, name, value, last]) => ({
    id: value ?? last ?? '',
    isOpened: name === undefined || OF_ITEM.includes(name),
  }))
}

/** Items under items of the same type classify others, and stay: lists name them as they would a code. */
const isTree = ({ name, parent, fields }: ContentType): boolean =>
  parent !== undefined && fields.some((field) => field.name === parent && field.ref === name)

export function checkSampleIds(context: Context, model: Compiled): void {
  const { contentTypes, samples } = model
  checkSampleReferences(context, model)
  const types = new Map<string, ContentType>()
  for (const type of contentTypes)
    for (const row of samples[type.name] ?? []) {
      const { _id: id } = (row ?? {}) as { readonly _id?: unknown }
      if (typeof id === 'string') types.set(id, type)
    }
  if (types.size === 0) return
  for (const kind of KINDS)
    for (const document of context.documents.get(kind)?.values() ?? [])
      if (!document.isMade)
        eachValue(document.value, (text, path) => {
          if (typeof text !== 'string') return
          const named = idsIn(text, path).find(({ id, isOpened }) => {
            const type = types.get(id)
            return type && (isOpened || !isTree(type))
          })
          if (!named) return
          const { id } = named
          context.report(document, path, {
            warning: true,
            slug: 'sample_id',
            message: `“${id}”是“${types.get(id)?.title}”的示例，正式运行时不存在：请改用占位符（如 {item.id}），或改为按条件列出`,
            found: id,
          })
        })
}
