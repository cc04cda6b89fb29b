// Names the calls for versions of items, which every portal has at the same addresses.

/** Below the base address of calls. */
export const VERSION_PATHS = {
  list: '/api/version/list',
  info: '/api/version/info',
  compare: '/api/version/compare',
  restore: '/api/version/restore',
} as const

type VersionCall = keyof typeof VERSION_PATHS

/** The base address of calls that no portal sets. */
export const BASE_PATH = '/newapi'

export const versionAddress = (call: VersionCall): string => `${BASE_PATH}${VERSION_PATHS[call]}`
