// Runs the rules: collects the nodes of the compiled model and of the files once, and calls each rule with those that
// it wants.

import { findNoticeUses } from '#config/compile/notices/notice-uses.ts'
import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import { Place } from '#config/load/place.ts'
import { eachValue } from '#config/load/visit-values.ts'
import type { Compiled } from '#config/pipeline/compile-model.ts'
import type { Lint, Nodes, Row, Rule } from './rule.ts'

/** Every file that was read, before those of a wrong shape are taken away. */
export const readFiles = (context: Context): Nodes['file'][] =>
  [...context.documents].flatMap(([kind, byId]) =>
    kind === 'language'
      ? []
      : Array.from(byId, ([id, document]) => ({ at: new Place(context, document), kind, id })),
  )

/** Runs the rules in their order. Rules that need a whole model run while there is no error. */
export function runRules(
  context: Context,
  model: Compiled,
  files: readonly Nodes['file'][],
  rules: readonly Rule[],
): void {
  const visit = new Visit(context, model, files)
  // There are too many texts for a visit of each rule.
  const ofTexts = rules.filter(({ on, needs }) => on === 'text' && !needs)
  visit.each('text', ofTexts)
  for (const rule of rules) {
    if (ofTexts.includes(rule)) continue
    if (rule.needs === 'whole' && context.problems.some(({ severity }) => severity === 'error')) continue
    visit.each(rule.on, [rule])
  }
}

const PAGES: readonly string[] = ['page', 'zone']

class Visit {
  readonly model: Lint
  readonly #nodes = new Map<keyof Nodes, readonly Nodes[keyof Nodes][]>()

  constructor(context: Context, model: Compiled, files: readonly Nodes['file'][]) {
    const typeOf = new Map(model.contentTypes.map((type) => [type.name, type]))
    const idsOfSamples = new Map(Object.entries(model.samples).map(([type, rows]) => [type, idsOf(rows)]))
    this.model = {
      ...model,
      context,
      files,
      typeOf,
      idsOfSamples,
      typeOfSample: new Map(
        [...idsOfSamples].flatMap(([name, ids]) => {
          const type = typeOf.get(name)
          return type ? [...ids].map((id) => [id, type] as const) : []
        }),
      ),
      formOf: new Map(model.forms.map((form) => [form.id, form])),
      operationOf: new Map(model.operations.map((operation) => [operation.id, operation])),
      pageOf: new Map(model.pages.map((page) => [page.id, page])),
    }
  }

  /** Calls the rules with each node of a kind. Texts are too many to be kept; all other nodes are collected once. */
  each(kind: keyof Nodes, rules: readonly Rule[]): void {
    if (kind === 'text')
      for (const file of this.model.files) {
        const own = rules.filter(({ kinds }) => !kinds || kinds.includes(file.kind))
        if (own.length === 0) continue
        visitTexts(file, (node) => {
          for (const rule of own) rule.check(node, this.model)
        })
      }
    else for (const node of this.#of(kind)) for (const rule of rules) rule.check(node, this.model)
  }

  #of<Kind extends Exclude<keyof Nodes, 'text'>>(kind: Kind): readonly Nodes[Kind][] {
    const nodes = (this.#nodes.get(kind) as readonly Nodes[Kind][] | undefined) ?? this.#collect[kind]()
    this.#nodes.set(kind, nodes)
    return nodes
  }

  #at<Value>(document: Document<Value> | undefined, ...path: Path): { at: Place<Value> }[] {
    return document ? [{ at: new Place(this.model.context, document, path) }] : []
  }

  readonly #collect: { readonly [Kind in Exclude<keyof Nodes, 'text'>]: () => Nodes[Kind][] } = {
    model: () => [this.model],
    file: () => [...this.model.files],
    list: () => this.model.files.filter((file) => isKept(this.model.context, file)).flatMap(listsIn),
    form: () => {
      const { context, forms } = this.model
      return forms.flatMap((form) =>
        this.#at<unknown>(context.of('content').get(form.id) ?? context.of('form').get(form.id)).map(
          ({ at }) => ({
            at,
            form,
          }),
        ),
      )
    },
    field: () =>
      this.#of('form').flatMap(({ at, form }) =>
        form.fields.map((field) => ({ at: at.at('fields', 'properties', field.name), field, form })),
      ),
    type: () => {
      const { context, contentTypes, typeOf } = this.model
      return contentTypes.flatMap((type) => {
        const parent = typeOf.get(type.fields.find(({ name }) => name === type.parent)?.ref ?? '')
        return this.#at(context.of('content').get(type.name)).map(({ at }) => ({ at, type, parent }))
      })
    },
    operation: () => {
      const { context, operations, typeOf } = this.model
      return operations.flatMap((operation) => {
        const [group = '', name = ''] = operation.id.split('.')
        const type = typeOf.get(operation.content?.type ?? '')
        const places =
          type?.name === group
            ? this.#at(context.of('content').get(group), 'endpoints', name)
            : this.#at(context.of('api').get(group), 'operations', name)
        return places.map(({ at }) => ({ at, operation, type }))
      })
    },
    lifecycle: () => {
      const { context, contentTypes } = this.model
      return [...context.of('lifecycle')].flatMap(([name, document]) => {
        const users = contentTypes.filter(({ lifecycle }) => lifecycle.name === name)
        const [first] = users
        return first ? this.#at(document).map(({ at }) => ({ at, lifecycle: first.lifecycle, users })) : []
      })
    },
    transition: () =>
      this.#of('lifecycle').flatMap(({ at, lifecycle, users }) =>
        lifecycle.transitions.map((step, index) => ({ at: at.at('transitions', index), step, users })),
      ),
    page: () => {
      const { context, pages } = this.model
      return pages.flatMap((page) =>
        this.#at<unknown>(
          context.of('page').get(page.id) ?? context.of('zone').get(page.id.replace(/^zones\//, '')),
        ).map(({ at }) => ({ at, page })),
      )
    },
    notice: () => {
      const { context, notices } = this.model
      const uses = this.#of('use').map(({ use }) => use)
      return notices.flatMap((template) =>
        this.#at(context.of('notice').get(template.id)).map(({ at }) => ({
          at,
          notice: { document: at.document, template },
          uses: uses.filter(({ written }) => written.notify === template.id),
        })),
      )
    },
    use: () => {
      const { context, contentTypes, notices } = this.model
      const all = findNoticeUses(context, contentTypes)
      const byId = new Map(notices.map((template) => [template.id, template]))
      return all.map((use) => {
        const { notify } = use.written
        const template = byId.get(notify)
        const document = context.of('notice').get(notify)
        return {
          at: new Place(context, use.document, use.path),
          use,
          notice: template && document && { document, template },
          uses: all.filter(({ written }) => written.notify === notify),
        }
      })
    },
    samples: () => {
      const { context, contentTypes, samples } = this.model
      return contentTypes.flatMap((type) =>
        this.#at(context.of('samples').get(type.name)).map(({ at }) => ({
          at,
          type,
          rows: (samples[type.name] ?? []) as readonly Row[],
        })),
      )
    },
  }
}

function idsOf(rows: readonly unknown[]): ReadonlySet<string> {
  return new Set(
    rows.flatMap((row) => {
      const { _id: id } = (row ?? {}) as Row
      return typeof id === 'string' ? [id] : []
    }),
  )
}

function visitTexts(file: Nodes['file'], check: (node: Nodes['text']) => void): void {
  const { at } = file
  eachValue(at.document.value, (text, path) => {
    if (typeof text === 'string') check({ text, path, file, at: () => at.at(...path) })
  })
}

/** Returns true if the shape of the file is right. */
export const isKept = (context: Context, { kind, id, at }: Nodes['file']): boolean =>
  context.documents.get(kind)?.get(id) === at.document

function listsIn({ at, kind }: Nodes['file']): Nodes['list'][] {
  const lists: Nodes['list'][] = []
  if (PAGES.includes(kind))
    eachValue(at.document.value, (list, path) => {
      const key = path.at(-1)
      if (Array.isArray(list) && typeof key === 'string') lists.push({ at: at.at(...path), key, list })
    })
  return lists
}
