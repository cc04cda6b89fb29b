// Compiles notice templates: their kind is in the dictionary, and the pages they open exist.

import { given } from '#config/compile/common/given.ts'
import { type CompileContext, PagePlace } from '#config/compile/links/compile-context.ts'
import { compileLink } from '#config/compile/links/compile-link.ts'
import type { WrittenNotice } from '#config/generated/written.ts'
import type { Document } from '#config/load/document.ts'
import { Place } from '#config/load/place.ts'
import { DICTIONARY } from '#shared/content/program-dictionaries.ts'
import type { SystemEvent } from '#shared/model/notice-events.ts'
import type { Channel, NoticeTemplate } from '#shared/model/notice-model.ts'

const KINDS = DICTIONARY.noticeKinds
/** The roots of placeholders in the addresses of pages. */
const ROOTS = ['item', 'event']

export interface CompiledNotice {
  readonly document: Document
  readonly template: NoticeTemplate
}

export function compileNotices(
  compilation: CompileContext,
  documents: readonly (readonly [string, Document<WrittenNotice>])[],
): Map<string, CompiledNotice> {
  const notices = new Map<string, CompiledNotice>()
  const bySystem = new Map<SystemEvent, string>()
  for (const [id, document] of documents) {
    const { on } = document.value
    notices.set(id, compileNotice(compilation, id, document))
    if (on === undefined) continue
    compilation.context.used.add(`notice:${id}`)
    const other = bySystem.get(on)
    if (other !== undefined)
      new Place(compilation.context, document, ['on']).report('notice_twice', { found: on, other })
    bySystem.set(on, id)
  }
  return notices
}

function compileNotice(
  compilation: CompileContext,
  id: string,
  document: Document<WrittenNotice>,
): CompiledNotice {
  const { title, text, kind, channels = [], only, open, on } = document.value
  checkKind(new Place(compilation.context, document, ['kind']), kind)
  const head = { id: '', kind: 'detail' as const, path: '', title, access: ['anyone'], params: {} }
  const link = compileLink(new PagePlace({ compilation, document, head, roots: ROOTS }, ['open']), open)
  return {
    document,
    template: {
      id,
      title,
      text,
      kind,
      channels: [...new Set<Channel>(['portal', ...channels])],
      ...given({ only, open: link, on }),
    },
  }
}

function checkKind(at: Place, kind: string): void {
  const dictionary = at.find('dictionary', '字典', KINDS, at.context.of('dictionary'))
  const known = dictionary?.value.items.map(({ value }) => value)
  if (known) at.expect(known, kind, 'value_unknown.notice', { kinds: KINDS })
}
