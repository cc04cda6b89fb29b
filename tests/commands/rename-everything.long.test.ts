// Tests that everything of the example portals can be renamed: each thing alone, and the check passes afterwards.
//
// Every day: all content types, their fields, all states and roles, and some of the fields of forms, codes, pages and
// addresses. The long run renames all of them.
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readFolder } from '#config/load/read-folder.ts'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { planRename } from '#config/tools/rename/plan-rename.ts'
import { parseThing } from '#config/tools/rename/rename-target.ts'
import { someOf } from '../support/long-run.ts'
import { ROOT } from '../support/source-files.ts'

type Thing = readonly [kind: string, name: string]

/** Names that calls of the program take: the form that submits them bears the same. */
const FIXED =
  /^(?:changePassword|signIn|register|readerCard)\.(?:oldPassword|password|passwordAgain|userName|captcha)$/

function thingsOf(files: ReadonlyMap<string, string>): readonly Thing[] {
  const everyDay: Thing[] = []
  const others: Thing[] = []
  for (const [file, text] of files) {
    const [, folder, name = ''] = /^(?:schemas\/)?([\w-]+)\/(.+)\.json$/.exec(file) ?? []
    const read = () => JSON.parse(text)
    const fieldsOf = () =>
      Object.keys(read().fields.properties).map((one): Thing => ['field', `${name}.${one}`])
    if (folder === 'content') everyDay.push(['type', name], ...fieldsOf())
    if (folder === 'lifecycles')
      everyDay.push(...Object.keys(read().states).map((one): Thing => ['state', `${name}.${one}`]))
    if (folder === 'forms') others.push(...fieldsOf())
    if (folder === 'dictionaries')
      others.push(...read().items.map(({ value }: { value: string }): Thing => ['code', `${name}.${value}`]))
    if (folder === 'pages-config' && read().kind) others.push(['page', name], ['path', read().path])
  }
  const roles = Object.keys(JSON.parse(files.get('schemas/roles.json') ?? '').roles)
  return [...everyDay, ...roles.map((one): Thing => ['role', one]), ...someOf(others, 12)]
}

const nextName = ([kind, name]: Thing) =>
  ['page', 'path'].includes(kind) ? `${name}-renamed` : 'renamedThing'

describe.each(['neighbours', 'library'])('renaming in the portal %s', (portal) => {
  const files = readFolder(join(ROOT, 'tests', 'portals', portal))
  const names = thingsOf(files).filter(([, name]) => !FIXED.test(name))

  test.each(names)(
    '%s %s: the check finds nothing afterwards, and no applied migration changes',
    (kind, name) => {
      const thing = parseThing(kind, name)
      const plan = thing && planRename(files, thing, nextName([kind, name]), '2026-11-30')
      expect(plan?.left).toEqual([])
      const texts: Map<string, string> = Object.assign(new Map(files), files)
      for (const [path, text] of plan?.files ?? []) {
        if (text === null) texts.delete(path)
        else texts.set(path, text)
      }
      const result = checkConfiguration(texts)
      expect(result.ok ? result.warnings : result.problems).toEqual([])
      const former = [...files].filter(([path]) => path.startsWith('schemas/migrations/'))
      expect(former.map(([path]) => texts.get(path))).toEqual(former.map(([, text]) => text))
    },
  )
})
