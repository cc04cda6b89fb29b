// Owns how the portal is bundled and which tests run where.
import { availableParallelism } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { BRIEF } from './scripts/lib/brief-process.ts'
import { eagerChunks } from './scripts/lib/eager-chunks.ts'
import { inlineSchemes } from './scripts/lib/inline-schemes.ts'
import { portalWidgets } from './scripts/lib/portal-widgets.ts'
import { preloadMain } from './scripts/lib/preload-main.ts'
import { ProjectOrder } from './scripts/lib/project-order.ts'
import { serveSite } from './scripts/lib/serve-site.ts'
import { portalFolder } from './src/config/load/portal-folder.ts'
import { builtPages } from './src/config/load/read-folder.ts'

const ROOT = import.meta.dirname
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
  '@rjsf/validator-ajv8/lib/processRawValidationErrors.js',
  '@testing-library/dom',
  '@testing-library/react',
  '@testing-library/user-event',
  '@tiptap/extension-image',
  '@tiptap/pm/tables',
  '@tiptap/react',
  '@tiptap/starter-kit',
  'antd',
  'antd/es/date-picker/locale/zh_CN',
  'antd/locale/zh_CN',
  'axios',
  'dayjs',
  'dayjs/locale/zh-cn',
  'immer',
  'react-dom',
  'react-dom/client',
  'react-router-dom',
  'swr',
]
/** What the first page of a visit runs, whichever it is. */
const EAGER = ['boot', 'vendor', 'portal', 'reading']
/** In development Vite serves the portal and passes the rest to the server. */
const SERVER = `http://127.0.0.1:${process.env.PORT || 8080}`

export default defineConfig({
  root: `${ROOT}/src/portal`,
  base: '/',
  publicDir: `${ROOT}/src/portal/public`,
  cacheDir: `${ROOT}/node_modules/.vite`,
  plugins: [portalWidgets(), react(), preloadMain(), inlineSchemes(), eagerChunks(EAGER), serveSite()],
  resolve: {
    alias: {
      // What tests load in one piece with others is taken as it comes.
      ...(process.env.VITEST
        ? {}
        : { 'markdown-to-jsx/react': `${ROOT}/src/portal/features/form/rjsf/plain-markdown.tsx` }),
      // In tests, which load a portal's handlers as they are written.
      'equipnet/handler': `${ROOT}/src/sdk/handler.ts`,
    },
  },
  build: {
    // Beside the widgets of its own, where a portal has some.
    outDir: builtPages(portalFolder(process.env)),
    emptyOutDir: true,
    target: 'es2022',
    // The Content-Security-Policy allows neither inline scripts nor data: addresses of scripts and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups() } } },
  },
  server: {
    fs: { allow: [ROOT, portalFolder(process.env)] },
    proxy: {
      '^/(newapi|file|feed|messageInfo|config|pictures|openapi\\.json)(/|\\?|$)': { target: SERVER },
      '/websocket': { target: SERVER, ws: true },
    },
  },
  test: {
    root: ROOT,
    sequence: { sequencer: ProjectOrder },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          root: ROOT,
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/portal/**', 'tests/browser/**'],
          globalSetup: ['tests/support/shared-folder.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: WORKERS,
          // Loading the program anew for each file took a quarter of the time.
          isolate: false,
          execArgv: EXEC_ARGV,
        },
      },
      {
        extends: true,
        test: {
          name: 'portal',
          root: ROOT,
          environment: 'happy-dom',
          // Each file begins anew, as a browser does: in a realm of its own, which is made with half the work of a thread.
          pool: 'vmThreads',
          deps: { optimizer: { client: { enabled: true, include: PORTAL_PACKAGES } } },
          include: ['tests/portal/**/*.test.{ts,tsx}'],
          globalSetup: ['tests/support/shared-folder.ts'],
          setupFiles: ['tests/portal/setup.ts'],
          testTimeout: 20_000,
          maxWorkers: WORKERS,
        },
      },
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
    ],
  },
})

/** Few chunks: each costs a request, its headers and time in the browser. What one page alone needs stays apart. */
function chunkGroups() {
  const detail =
    /\/features\/detail\/(detail-(article|front|page)|table-of-contents|adjacent-items|item-metadata)\.tsx?$/
  // Zones are made of sections; on other pages these come late.
  const sections =
    /\/portal\/(features\/zone\/(zone-page|section-grid)\.tsx|widgets\/(section-registry\.tsx|sections\/[^/]+$))/
  /** Loaded when a reader asks for it. */
  const late =
    /\/(features\/(list\/(feed-links|bulk-results)|actions\/field-comment-rows)\.tsx|app\/watch-configuration\.ts)$/
  // Details and sections both use it.
  const reading = (file: string) =>
    /\/portal\/(features\/((list|page|zone|actions)\/|comparison\/compare-button)|widgets\/items\/(use-child-submission|format-value))/.test(
      file,
    ) && ![detail, sections, late].some((other) => other.test(file))
  return [
    { name: 'boot', test: /src\/portal\/boot\.ts$/, priority: 40 },
    {
      name: 'vendor',
      test: /node_modules\/(react|react-dom|react-router|react-router-dom|swr)\//,
      priority: 30,
    },
    // What most of antd's controls stand on comes in one piece, and not in a dozen.
    {
      name: 'antd',
      test: /node_modules\/(?!@rc-component\/(select|virtual-list)|antd\/es\/select)(antd|@rc-component|@ant-design)\//,
      minShareCount: 4,
      priority: 25,
    },
    { name: 'echarts', test: /node_modules\/(echarts|zrender)\//, priority: 25 },
    {
      name: 'portal',
      test: (file: string) =>
        /src\/portal\/(main\.tsx$|app\/|core\/(?!form-state\/)|ui\/(?!antd\/))/.test(file) &&
        !late.test(file),
      priority: 20,
    },
    { name: 'reading', test: reading, priority: 15 },
    { name: 'detail', test: detail, priority: 12 },
    { name: 'sections', test: sections, priority: 10 },
  ]
}
