// Names the packages that the built server loads from node_modules: native files, data or workers of their own,
// what is only loaded when it is needed, and the log of Fastify, whose CommonJS form cannot be bundled.
export const RUNTIME_PACKAGES = [
  '@electric-sql/pglite',
  '@node-rs/argon2',
  '@node-rs/jieba',
  '@zxcvbn-ts/core',
  '@zxcvbn-ts/language-common',
  'jsonc-parser',
  'pino',
  'pinyin-pro',
  'sharp',
]

/** True for an import that stays outside the bundle: Node's own, these packages and their parts. */
export const isOutside = (id) =>
  id.startsWith('node:') || RUNTIME_PACKAGES.some((name) => id === name || id.startsWith(`${name}/`))
