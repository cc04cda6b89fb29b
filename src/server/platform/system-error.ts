// Describes errors of the operating system, such as a port in use or a full disk.

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: '端口已被其他程序占用，请停止该程序或更换 PORT',
  EADDRNOTAVAIL: '本机没有这个地址，请检查 HOST',
  ENOTFOUND: '找不到这台主机，请检查地址或网络',
  EAI_AGAIN: '域名暂时无法解析，请检查网络',
  ECONNREFUSED: '对方没有应答，请检查地址与端口',
  ENOENT: '文件或文件夹不存在',
  ENOTDIR: '路径中有一级不是文件夹',
  EISDIR: '路径是文件夹，不是文件',
  EEXIST: '已经存在',
  EACCES: '没有权限',
  EPERM: '没有权限',
  EROFS: '所在磁盘为只读',
  ENOSPC: '磁盘已满',
  EMFILE: '打开的文件过多',
}

interface SystemError extends Error {
  readonly code?: string
  readonly path?: string
  readonly syscall?: string
  readonly address?: string
  readonly hostname?: string
  readonly port?: number
}

/** One Chinese line for a person at the terminal; other errors say what they say themselves. */
export function toLine(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code = '', path, syscall, address, hostname, port } = error as SystemError
  const reason = REASONS[code]
  if (reason === undefined) return error.message
  const host = hostname ?? address
  const what = path ?? [host, port].filter((part) => part !== undefined).join(':')
  const setting = syscall === 'getaddrinfo' && host === process.env.HOST ? '（设置 HOST）' : ''
  return `${what}${setting}${what ? '：' : ''}${reason}（${code}）`
}
