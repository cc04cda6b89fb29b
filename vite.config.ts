// Owns how the portal is bundled and which tests run where.
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const SERVER = 'http://127.0.0.1:8080'

export default defineConfig({
  root: 'src/portal',
  base: '/',
  publicDir: false,
  plugins: [react()],
  build: {
    outDir: '../../dist/portal',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1500,
  },
  server: {
    proxy: {
      '/newapi': SERVER,
      '/file': SERVER,
      '/messageInfo': SERVER,
      '/config': SERVER,
      '/openapi.json': SERVER,
      '/websocket': { target: SERVER, ws: true },
    },
  },
  test: {
    root: import.meta.dirname,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          root: import.meta.dirname,
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/portal/**', 'tests/browser/**', 'tests/bench/**'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'portal',
          root: import.meta.dirname,
          environment: 'happy-dom',
          include: ['tests/portal/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          root: import.meta.dirname,
          include: ['tests/browser/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
