// Configures the bundle of the portal, the development server and the tests.
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { eagerChunks } from './scripts/lib/eager-chunks.ts'
import { inlineSchemes } from './scripts/lib/inline-schemes.ts'
import { lighterRouter } from './scripts/lib/lighter-router.ts'
import { portalWidgets } from './scripts/lib/portal-widgets.ts'
import { preloadMain } from './scripts/lib/preload-main.ts'
import { ProjectOrder } from './scripts/lib/project-order.ts'
import { serveSite } from './scripts/lib/serve-site.ts'
import { portalFolder } from './src/config/load/portal-folder.ts'
import { builtPages } from './src/config/load/read-folder.ts'
import { PROJECTS } from './tests/projects.ts'

const ROOT = import.meta.dirname
/** What the first page of a visit runs, whichever it is. */
const EAGER = ['boot', 'vendor', 'portal']
/** In development Vite serves the portal and passes the rest to the server. */
const SERVER = `http://127.0.0.1:${process.env.PORT || 8080}`

export default defineConfig({
  root: `${ROOT}/src/portal`,
  base: '/',
  publicDir: `${ROOT}/src/portal/public`,
  cacheDir: `${ROOT}/node_modules/.vite`,
  plugins: [
    portalWidgets(),
    react(),
    lighterRouter(),
    preloadMain(),
    inlineSchemes(),
    eagerChunks(EAGER),
    serveSite(),
  ],
  resolve: {
    alias: [
      // What tests load in one piece with others is taken as it comes.
      ...(process.env.VITEST
        ? []
        : [
            {
              find: 'markdown-to-jsx/react',
              replacement: `${ROOT}/src/portal/features/form/rjsf/plain-markdown.tsx`,
            },
            // React has had it since version 18.
            { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
          ]),
      // In tests, which load a portal's handlers as they are written.
      { find: 'equipnet/handler', replacement: `${ROOT}/src/sdk/handler.ts` },
    ],
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
      '^/(newapi|file|feed|messageInfo|config|pictures|docs|openapi\\.json)(/|\\?|$)': { target: SERVER },
      '/websocket': { target: SERVER, ws: true },
    },
  },
  // A snapshot that no test asks for fails here as it does in CI; `-u` renews.
  test: { root: ROOT, update: 'none', sequence: { sequencer: ProjectOrder }, projects: PROJECTS },
})

/**
 * Few chunks: each costs a request, its headers and time in the browser. Chunks follow folders of the portal; files in a
 * folder `on-demand` are chunks of their own.
 */
function chunkGroups() {
  /** `names` is a regular expression for folders below src/portal; their subfolders belong to them. */
  const inFolders = (names: string) => {
    const folders = new RegExp(`/src/portal/(${names})/`)
    return (file: string) => folders.test(file) && !file.includes('/on-demand/')
  }
  // Lists are code of every page: they hold the cells, filters and buttons that the others draw too. The form store and
  // antd come with the first form and the first page of the console.
  const portal = inFolders('app|core/(?!form-state/)[^/]+|ui(?!/antd/)|features/(list|page|actions)')
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
      test: (file: string) => /src\/portal\/(main\.tsx|core\/site\.ts)$/.test(file) || portal(file),
      priority: 20,
    },
    { name: 'detail', test: inFolders('features/detail'), priority: 12 },
    // Zones are made of sections; on other pages these come late.
    { name: 'sections', test: inFolders('features/zone|widgets/sections'), priority: 10 },
  ]
}
