// Holds the floors inside the portal: a folder imports from its own floor and those below, dynamic imports counted.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseModule } from './support/module-imports.ts'
import { readFiles } from './support/source-files.ts'

const ROOT = 'src/portal/'

/** From the ground up; src/README.md shows them too. */
const FLOORS: readonly (readonly string[])[] = [
  ['state', 'icons', 'site'],
  ['api', 'session', 'routing'],
  ['ui'],
  ['app'],
  ['antd', 'changes', 'charts', 'compare', 'import', 'pdf'],
  ['widgets', 'chat', 'gallery', 'map', 'portrait', 'search'],
  ['door'],
  ['forms'],
  ['pages', 'export'],
  ['comparison', 'console'],
  ['shell'],
]

/** What does not keep to them yet, with what would mend it. The list only ever becomes shorter. */
const OPEN: Readonly<Record<string, readonly string[]>> = {
  'what went wrong is said in a toast: it should be told to whoever listens': [
    'api/react-to.ts → ui/toast.tsx',
    'routing/route-effects.tsx → ui/toast.tsx',
    'session/ticket-sign-in.ts → ui/toast.tsx',
  ],
  'the frame of the portal lies with its state: a folder of its own above all': [
    'app/page-area.tsx → pages/page-kinds.ts',
    'app/page-route.tsx → shell/shell.tsx',
    'app/start.ts → compare/compare-set.ts',
    'app/use-page.ts → pages/page-kinds.ts',
    'ui/app-link.tsx → app/use-page.ts',
  ],
  'the seam to the console names what it takes: the types belong to the seam': [
    'app/console-kit.ts → console/kit.tsx',
    'app/console-kit.ts → pages/list-view-props.ts',
    'app/console-kit.ts → widgets/widget-props.ts',
    'ui/dialog.tsx → app/console-kit.ts',
  ],
  'groups of inputs write answers themselves: the form should hand them what they need': [
    'widgets/groups/array-table.tsx → forms/answers-tree.ts',
    'widgets/groups/array-table.tsx → forms/drawing/form-context.ts',
    'widgets/groups/parts/table-row.tsx → forms/answers-tree.ts',
    'widgets/groups/parts/table-row.tsx → forms/drawing/form-context.ts',
    'widgets/groups/parts/table-row.tsx → forms/use-leaf.ts',
    'widgets/inputs/parts/region-search.tsx → forms/leave-soon.ts',
    'widgets/inputs/tags.tsx → forms/leave-soon.ts',
    'widgets/use-group-frame.ts → forms/answers-tree.ts',
    'widgets/use-group-frame.ts → forms/drawing/form-context.ts',
    'widgets/use-group-frame.ts → forms/leave-soon.ts',
    'widgets/use-group-frame.ts → forms/use-leaf.ts',
  ],
  'the view of form pages lies with the form engine: it belongs to the pages': [
    'forms/form-page.tsx → pages/page-head.tsx',
    'forms/form-page.tsx → pages/use-scope.ts',
    'forms/preview-article.tsx → pages/detail-article.tsx',
  ],
  'one button, one bar in two places: they belong to the floor below both': [
    'pages/page-head.tsx → shell/title-bar.tsx',
    'widgets/change-comparison.tsx → pages/confirmed-button.tsx',
  ],
}

const folderOf = (path: string): string => {
  const [folder = '', ...rest] = path.slice(ROOT.length).split('/')
  return rest.length > 0 ? folder : ''
}
/** Boot and main stand on the roof. */
const floorOf = (path: string): number =>
  folderOf(path) === '' ? FLOORS.length : FLOORS.findIndex((names) => names.includes(folderOf(path)))

const modules = readFiles('src/portal', /\.tsx?$/).map(parseModule)

test('every folder of the portal stands on a floor', () => {
  const homeless = modules.filter(({ path }) => floorOf(path) < 0)
  expect([...new Set(homeless.map(({ path }) => folderOf(path)))]).toEqual([])
})

test('no folder imports from a floor above, but for what is known', () => {
  const upward = modules.flatMap(({ path, files }) =>
    files
      .filter((file) => file.startsWith(ROOT) && /\.tsx?$/.test(file) && floorOf(file) > floorOf(path))
      .map((file) => `${path.slice(ROOT.length)} → ${file.slice(ROOT.length)}`),
  )
  expect(upward.sort()).toEqual(Object.values(OPEN).flat().sort())
})

test('the guide of the house shows the floors', () => {
  const guide = readFileSync('src/README.md', 'utf8')
  for (const names of FLOORS) expect(guide).toContain(names.map((name) => `\`${name}\``).join(' '))
})
