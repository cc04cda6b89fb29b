// Reads the arguments of commands: an unknown argument is reported together with the known ones.
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { nearestName } from '#config/load/nearest-name.ts'

/** As `parseArgs` of Node. Leaves with 2 where an option is unknown or its value is wrong, or a word is too many. */
export function readArguments<const Config extends ParseArgsConfig>(
  usage: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config)
  } catch (error) {
    refuseArguments(toWords(error as NodeJS.ErrnoException, Object.keys(config.options ?? {})), usage)
  }
}

export function refuseArguments(message: string, usage: string): never {
  console.error(`${message}\n${usage}`)
  process.exit(2)
}

function toWords({ code, message }: NodeJS.ErrnoException, options: readonly string[]): string {
  const [, found = ''] = /'([^']*)'/.exec(message) ?? []
  const [name = found] = found.split(/[ =]/)
  if (code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL') return `多余的参数“${found}”`
  if (code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION')
    return message.includes('does not take') ? `选项“${name}”不带值` : `选项“${name}”缺少值`
  const near = nearestName(name.replace(/^-+/, ''), options)
  return `未知的选项“${name}”${near ? `，您是不是想写“--${near}”` : ''}`
}
