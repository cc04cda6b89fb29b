// Checks that calls, pickers and pages used with items of a type are of the same type.

import { contentOf } from '#config/compile/fields/record-type.ts'
import { type CompileContext, type PagePlace, titleOfType } from './compile-context.ts'

const OF_ITEM = /^\{item\.id\}$/

/** The content type whose items an operation reads; undefined for calls of the program. */
const typeOf = ({ operations }: CompileContext, operation: string | undefined) =>
  operations.get(operation ?? '')?.content?.type

/** The type of which a page lists items; undefined where it lists none, or records of a call. */
const listedBy = (compilation: CompileContext, page: string | undefined) =>
  typeOf(compilation, compilation.pages.get(page ?? '')?.lists)

/** Of an operation beside a page's own: what is added to a comparison, what is asked before a form. */
export function checkSiblingType(at: PagePlace, own: string | undefined, operation = ''): void {
  const other = typeOf(at.compilation, operation)
  if (own === undefined || other === undefined || own === other) return
  at.report('beside_other_type', {
    found: operation,
    expected: own,
    own: titleOfType(at.compilation, own),
    other: titleOfType(at.compilation, other),
  })
}

/** Of a link to a list of the same: more of a section's items, the list that is picked from. */
export function checkListed(at: PagePlace, own: string | undefined, page = ''): void {
  const { compilation } = at
  const other = listedBy(compilation, page)
  if (own === undefined || other === undefined || own === other) return
  const right = compilation.listsOf.get(own)?.[0]?.id
  at.report('list_other_type', {
    found: page,
    ...(right === undefined ? {} : { expected: right }),
    own: titleOfType(compilation, own),
    other: titleOfType(compilation, other),
  })
}

/** Checks that the type passed with the id of an item is the item's own type; `at` is that of the parameters. */
export function checkDataType(
  at: PagePlace,
  { dataType, dataId }: { readonly dataType?: unknown; readonly dataId?: unknown },
): void {
  if (typeof dataType !== 'string' || !OF_ITEM.test(String(dataId))) return
  const own = contentOf(at.compilation, at.record)
  if (own === undefined || dataType === own.name || dataType.includes('{')) return
  at.at('dataType').report('data_type', {
    found: dataType,
    expected: own.name,
    own,
    other: titleOfType(at.compilation, dataType),
  })
}

/** Of the page above one item, to which its trail leads back: where it lists another type, the item is not in it. */
export function checkParentListType(at: PagePlace, own: string | undefined, parent = ''): void {
  const { compilation, document } = at
  const other = listedBy(compilation, parent)
  if (own === undefined || other === undefined || own === other || document.isMade) return
  // A page of items whose type refers to the listed type leads back to their parents.
  if (compilation.contentTypes.get(own)?.fields.some(({ ref }) => ref === other)) return
  const lists = compilation.listsOf.get(own) ?? []
  const right = lists[0]?.id
  // The page of a whole area lists one of its types; the lists of the others are its child pages.
  if (right === undefined || lists.some((list) => list.parent === parent)) return
  at.in(['parent']).report('parent_other_type', {
    found: parent,
    expected: right,
    own: titleOfType(compilation, own),
    other: titleOfType(compilation, other),
  })
}
