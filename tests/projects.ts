// Configures the test projects: which files each runs, in which environment, and how many at once.
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import type { TestProjectInlineConfiguration } from 'vitest/config'
import { BRIEF } from '../scripts/lib/brief-process.ts'

const ROOT = join(import.meta.dirname, '..')
/**
 * Also on two cores, where vitest alone would use one: tests wait for databases, processes and browsers. Vitest's own
 * variable goes before, since what a project says hides its `--maxWorkers`.
 */
const WORKERS = Number(process.env.VITEST_MAX_WORKERS) || Math.max(2, availableParallelism() - 1)
/** What is read and checked mostly dies young, and the cores are busy already: collecting it took a twelfth. */
const BRIEF_OBJECTS = ['--max-semi-space-size=64', '--single-threaded-gc']
const EXEC_ARGV = [...BRIEF, ...BRIEF_OBJECTS]
// For tests that run in threads of this process.
if (process.env.VITEST) for (const option of BRIEF) setFlagsFromString(option)
/** Each a single file for the tests of the portal, which load them anew for each of theirs; others come as they are. */
const PORTAL_PACKAGES = [
  '@rjsf/core',
  '@rjsf/utils',
  '@rjsf/validator-ajv8/lib/createPrecompiledValidator.js',
  '@testing-library/dom',
  '@testing-library/react',
  '@testing-library/user-event',
  '@tiptap/extension-image',
  '@tiptap/extension-table',
  '@tiptap/react',
  '@tiptap/starter-kit',
  'antd',
  'antd/es/date-picker/locale/zh_CN',
  'antd/locale/zh_CN',
  'axios',
  'dayjs',
  'dayjs/locale/zh-cn',
  'immer',
  'prosemirror-search',
  'react-dom',
  'react-dom/client',
  'react-router-dom',
  'swr',
  'swr/_internal',
]

/** Tests of the engine run on a small portal of their own: who edits a page of this portal breaks none of them. */
const ENGINE = { TEST_PORTAL: join(ROOT, 'tests', 'portals', 'bulletin') }

/** Tests of the engine that go through everything a portal has: on this portal they find more, so they run on both. */
const SWEEPS = [
  'tests/config/export.test.ts',
  'tests/server/configuration/validators.test.ts',
  'tests/server/content/desk.long.test.ts',
  'tests/server/content/pending-changes/{handing-in-again,reopening}.test.ts',
  'tests/server/content/query/{date-parameters,list-values.long,personal-numbers,plans.long}.test.ts',
  'tests/server/content/workflow/every-step.long.test.ts',
  'tests/server/platform/operations/{every-operation.long,nearly-right.long,openapi-steps}.test.ts',
  'tests/shared/validation/form-fuzz.test.ts',
]

/** Runs in Node.js: the server, the configuration check, the sources. */
const onNode = (
  name: string,
  include: string[],
  { exclude = [], env = {} }: { exclude?: string[]; env?: Record<string, string> } = {},
): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    name,
    root: ROOT,
    include,
    exclude,
    env,
    globalSetup: ['tests/support/shared-folder.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: WORKERS,
    // Loading the program anew for each file took a quarter of the time.
    isolate: false,
    execArgv: EXEC_ARGV,
  },
})

/** Draws React components in a simulated browser. */
const inSimulatedBrowser = (
  name: string,
  include: string[],
  env: Record<string, string> = {},
): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    name,
    root: ROOT,
    environment: 'happy-dom',
    // Each file begins anew, as a browser does: in a realm of its own, which is made with half the work of a thread.
    pool: 'vmThreads',
    deps: { optimizer: { client: { enabled: true, include: PORTAL_PACKAGES } } },
    include,
    env,
    globalSetup: ['tests/support/shared-folder.ts'],
    setupFiles: ['tests/portal/setup.ts'],
    testTimeout: 20_000,
    maxWorkers: WORKERS,
  },
})

export const PROJECTS: TestProjectInlineConfiguration[] = [
  onNode('node', ['tests/**/*.test.ts'], {
    exclude: ['tests/portal/**', 'tests/browser/**', 'tests/portal-content/**', 'tests/conventions/**'],
    env: ENGINE,
  }),
  inSimulatedBrowser('portal', ['tests/portal/**/*.test.{ts,tsx}'], ENGINE),
  onNode('portal-content', ['tests/portal-content/**/*.test.ts', ...SWEEPS]),
  inSimulatedBrowser('portal-content-pages', ['tests/portal-content/**/*.test.tsx']),
  onNode('conventions', ['tests/conventions/**/*.test.ts']),
  {
    extends: true,
    test: {
      name: 'browser',
      root: ROOT,
      include: ['tests/browser/**/*.test.ts'],
      isolate: false,
      execArgv: EXEC_ARGV,
      globalSetup: ['tests/support/shared-folder.ts'],
      testTimeout: 120_000,
      // The first file waits for the samples of all, as long as a portal may take to fill its database.
      hookTimeout: 240_000,
      // A second is short for a page that asks a busy server.
      expect: { poll: { timeout: 10_000 } },
      maxWorkers: WORKERS,
      maxConcurrency: 3,
    },
  },
]
