// Runs the rules: collects the nodes of the compiled model and of the files once, and calls each rule with those that
// it wants.

import type { CompiledNotice } from '#config/compile/notices/compile-notices.ts'
import { findNoticeUses } from '#config/compile/notices/notice-uses.ts'
import type { Context } from '#config/load/context.ts'
import type { Path } from '#config/load/document.ts'
import { Place, placeOf } from '#config/load/place.ts'
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
      parentOf: ({ fields, parent }) => typeOf.get(fields.find(({ name }) => name === parent)?.ref ?? ''),
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

  /** A node in the file of a kind and an id; none where there is no such file. */
  #in<Kind extends string, More extends object>(kind: Kind, id: string, more: More, ...path: Path) {
    const at = placeOf(this.model.context, kind, id, path)
    return at ? [{ at, ...more }] : []
  }

  readonly #collect: { readonly [Kind in Exclude<keyof Nodes, 'text'>]: () => Nodes[Kind][] } = {
    model: () => [this.model],
    file: () => [...this.model.files],
    list: () => this.model.files.filter((file) => isKept(this.model.context, file)).flatMap(listsIn),
    form: () =>
      this.model.forms.flatMap((form): Nodes['form'][] =>
        this.#in(this.model.context.of('content').has(form.id) ? 'content' : 'form', form.id, { form }),
      ),
    field: () =>
      this.#of('form').flatMap(({ at, form }) =>
        form.fields.map((field) => ({ at: at.at('fields', 'properties', field.name), field, form })),
      ),
    type: () =>
      this.model.contentTypes.flatMap((type) =>
        this.#in('content', type.name, { type, parent: this.model.parentOf(type) }),
      ),
    operation: () =>
      this.model.operations.flatMap((operation): Nodes['operation'][] => {
        const [group = '', name = ''] = operation.id.split('.')
        const type = this.model.typeOf.get(operation.content?.type ?? '')
        return type?.name === group
          ? this.#in('content', group, { operation, type }, 'endpoints', name)
          : this.#in('api', group, { operation, type }, 'operations', name)
      }),
    lifecycle: () =>
      [...this.model.context.of('lifecycle').keys()].flatMap((name) => {
        const users = this.model.contentTypes.filter(({ lifecycle }) => lifecycle.name === name)
        const [first] = users
        return first ? this.#in('lifecycle', name, { lifecycle: first.lifecycle, users }) : []
      }),
    transition: () =>
      this.#of('lifecycle').flatMap(({ at, lifecycle, users }) =>
        lifecycle.transitions.map((step, index) => ({ at: at.at('transitions', index), step, users })),
      ),
    page: () =>
      this.model.pages.flatMap((page): Nodes['page'][] =>
        this.model.context.of('page').has(page.id)
          ? this.#in('page', page.id, { page })
          : this.#in('zone', page.id.replace(/^zones\//, ''), { page }),
      ),
    notice: () =>
      this.#notices().map((notice) => ({
        at: new Place(this.model.context, notice.document),
        notice,
        uses: this.#of('use').flatMap(({ use }) => (use.written.notify === notice.template.id ? [use] : [])),
      })),
    use: () => {
      const { context, contentTypes } = this.model
      const all = findNoticeUses(context, contentTypes)
      const notices = this.#notices()
      return all.map((use) => ({
        at: new Place(context, use.document, use.path),
        use,
        notice: notices.find(({ template }) => template.id === use.written.notify),
        uses: all.filter(({ written }) => written.notify === use.written.notify),
      }))
    },
    samples: () =>
      this.model.contentTypes.flatMap((type) =>
        this.#in('samples', type.name, {
          type,
          rows: (this.model.samples[type.name] ?? []) as readonly Row[],
        }),
      ),
  }

  #notices(): CompiledNotice[] {
    return this.model.notices.flatMap((template) => {
      const document = this.model.context.of('notice').get(template.id)
      return document ? [{ document, template }] : []
    })
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
  context.documents.get(kind)?.get(id)?.path === at.document.path

function listsIn({ at, kind }: Nodes['file']): Nodes['list'][] {
  const lists: Nodes['list'][] = []
  if (PAGES.includes(kind))
    eachValue(at.document.value, (list, path) => {
      const key = path.at(-1)
      if (Array.isArray(list) && typeof key === 'string') lists.push({ at: at.at(...path), key, list })
    })
  return lists
}
