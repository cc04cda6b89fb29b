// Rules over relations that content types name: parent, parties, partners and regions exist.

import type { WrittenContentType } from '#config/generated/written.ts'
import type { Path } from '#config/load/document.ts'
import { audiencesOf as viewersOf } from '#shared/access/field-read-access.ts'
import {
  type Audience,
  isRelation,
  parentPartyAudience,
  partyField,
  regionalOf,
} from '#shared/access/roles.ts'
import type { ContentType, FieldType } from '#shared/model/content-model.ts'
import { defineRule, type Lint, type Rule } from '../rule.ts'

/** The relations that a type names can exist at all. */
const relations = defineRule('type', ({ at, type, parent }, lint) => {
  const isKnown = lint.context.invalidIds('content').length === 0
  for (const { audience, path } of audiencesOf(type, at.document.value)) {
    const place = at.at(...path)
    if (audience === 'parent.owner' && type.parent === undefined)
      place.report('parent_missing.owner', { found: audience, type })
    if (regionalOf(audience) !== undefined && type.region === undefined)
      place.report('region_missing', { found: audience, type })
    const above = parentPartyAudience(audience)
    const owner = above === undefined ? type : parent
    const name = partyField(above ?? audience)
    const fields = owner?.fields.filter((one) => !one.system && NAMING.includes(one.type)) ?? []
    const known = fields.map((field) => field.name)
    if (name !== undefined && (owner || isKnown))
      place.expect(known, name, `party_field.${owner ? 'field' : 'parent'}`, { owner, type, audience })
    if (audience === 'partner' && isKnown && !hasPartners(type, lint))
      place.report('partner_missing', { found: audience, type })
  }
})

/** Field types that can name accounts, entries or items; a fixed choice names nobody. */
const NAMING: readonly FieldType[] = ['ref', 'text']

const hasPartners = (type: ContentType, { contentTypes, parentOf }: Lint): boolean =>
  contentTypes.some(
    (child) =>
      parentOf(child) === type && Object.values(child.lifecycle.states).some(({ partner }) => partner),
  )

interface Use {
  readonly audience: Audience
  readonly path: Path
}

/** Returns the locations where a type names relations; those of its lifecycle where it names the lifecycle. */
function audiencesOf(type: ContentType, written: WrittenContentType): Use[] {
  const { lifecycle, fields, disclosure, admission } = type
  const inLifecycle = [
    ...Object.values(lifecycle.states).flatMap(({ readers = [] }) => readers),
    ...lifecycle.transitions.flatMap(({ by, not = [], readers = [], parent }) => [
      ...by,
      ...not,
      ...viewersOf(readers),
      ...(parent ? ['parent.owner' as const] : []),
    ]),
    ...(lifecycle.vacancy ?? []).flatMap(({ part, to }) => [part, ...to]),
  ]
  const each = (audiences: readonly Audience[] = [], ...path: Path): Use[] =>
    audiences.map((audience, index) => ({ audience, path: [...path, index] }))
  const at = (audiences: readonly string[], ...path: Path): Use[] =>
    audiences.map((audience) => ({ audience: audience as Audience, path }))
  const uses = [
    ...at([...new Set(inLifecycle)], 'lifecycle'),
    ...fields.flatMap(({ name, visible = [] }) =>
      each(viewersOf(visible), 'fields', 'properties', name, 'x-visible'),
    ),
    ...each(disclosure?.otherwise, 'disclosure', 'otherwise'),
    ...each(admission?.by, 'admission', 'by'),
    ...each(admission?.not, 'admission', 'not'),
    ...Object.entries(written.endpoints).flatMap(([name, endpoint]) => {
      if (typeof endpoint === 'string') return []
      const { standing = {}, access = [] } = endpoint
      return [
        ...Object.entries(standing).flatMap(([relation, rule]) =>
          at(
            Array.isArray(rule) ? rule : Object.values(rule).flat(),
            'endpoints',
            name,
            'standing',
            relation,
          ),
        ),
        ...at([access].flat(), 'endpoints', name, 'access'),
      ]
    }),
  ]
  return uses.filter(({ audience }) => isRelation(audience))
}

export const relationRules: readonly Rule[] = [relations]
