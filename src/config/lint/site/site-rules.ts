// Rules over files as wholes: options of widgets, files that nothing uses, and what `$allow` silences.

import { checkKeywords } from '#config/compile/common/check-schema.ts'
import { CODES, isSilenceable } from '#config/load/codes.ts'
import { Place } from '#config/load/place.ts'
import { allowancesOf } from '#config/load/silenced.ts'
import { isInAudience, toRoleCaller } from '#shared/access/roles.ts'
import { DICTIONARY as OWN_DICTIONARIES } from '#shared/content/program-dictionaries.ts'
import { CHAT_FORM } from '#shared/content/program-forms.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import type { MenuNode } from '#shared/model/menu.ts'
import { defineRule, type Rule } from '../rule.ts'

/** Widgets declare their options with valid JSON Schema. */
const widgetSchemas = defineRule('model', ({ context }) => {
  for (const document of context.of('widget').values()) {
    const options = document.value.options as JsonSchema | undefined
    if (options) checkKeywords(new Place(context, document, ['options']), options)
  }
})

/** Somebody sees an entry of the menu and one below it; an entry that nobody sees takes those below it along. */
const menuParents = defineRule('file', { needs: 'whole' }, ({ at, kind }, { menu, roles }) => {
  const callers = [null, ...roles.map((role) => toRoleCaller(role))]
  const walk = (place: Place, nodes: readonly MenuNode[]): void => {
    for (const [index, node] of nodes.entries()) {
      const children = node.children.filter(({ hidden }) => !hidden)
      const viewers = callers.filter((caller) => children.some(({ access }) => isInAudience(caller, access)))
      const property = node.hidden ? 'hidden' : 'access'
      if (viewers.length > 0 && (node.hidden || !viewers.some((caller) => isInAudience(caller, node.access))))
        place.at(index, property).report('menu_parent', { found: node.id, node, property })
      walk(place.at(index, 'children'), node.children)
    }
  }
  if (kind === 'menu') walk(at.at('items'), menu)
})

/** Pages are reached by links, the menu, as a parent or as one of site.json. */
const UNUSED = ['lifecycle', 'common', 'notice', 'dictionary', 'form', 'samples', 'page'] as const

const unusedFiles = defineRule('model', { needs: 'whole', last: true }, ({ context }) => {
  // The program looks these up by itself.
  for (const name of Object.values(OWN_DICTIONARIES)) context.used.add(`dictionary:${name}`)
  context.used.add(`form:${CHAT_FORM}`)
  // Searches use every alias.
  for (const [name, { value }] of context.of('dictionary'))
    if (value.items.some(({ alias }) => alias)) context.used.add(`dictionary:${name}`)
  for (const kind of UNUSED)
    for (const [id, document] of context.of(kind))
      if (!context.used.has(`${kind}:${id}`) && !context.isBorrowed(document))
        new Place(context, document).report(`${kind}_unused`, { id })
})

/** The last rule: what is silenced is known when all others have run. */
const allowances = defineRule('file', { last: true }, ({ at }, { context }) => {
  const isBroken = context.problems.some(({ severity }) => severity === 'error')
  for (const { code, path } of allowancesOf(at.document)) {
    const place = at.at(...path, 'code')
    if (!place.expect(CODES.keys(), code, 'allow_unknown', {})) continue
    if (!isSilenceable(code)) place.report('allow_refused', { found: code, code: CODES.get(code)?.what })
    // Of a broken configuration not all rules have run.
    else if (!isBroken && !context.silenced.has(at.document, code))
      place.report('allow_idle', { found: code })
  }
})

export const siteRules: readonly Rule[] = [widgetSchemas, menuParents, unusedFiles, allowances]
