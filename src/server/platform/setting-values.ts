// Reads single values of settings, each refused with one clear line where it is wrong.

export class SettingError extends Error {}

export type Environment = Readonly<Record<string, string | undefined>>

export function readFlag(env: Environment, name: string, fallback: boolean): boolean {
  const text = env[name]
  if (!text) return fallback
  if (text === '1' || text === 'true') return true
  if (text === '0' || text === 'false') return false
  throw new SettingError(`设置 ${name} 应为 1 或 0，现为“${text}”`)
}

/** The address itself is not repeated in the message: it may hold a password. */
export function readUrl(env: Environment, name: string, protocols: readonly string[]): string | null {
  const text = env[name]
  if (!text) return null
  if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text
  throw new SettingError(
    `设置 ${name} 应为 ${protocols.map((protocol) => `${protocol}//`).join(' 或 ')} 开头的地址`,
  )
}
