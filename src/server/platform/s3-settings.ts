// Reads the settings of the bucket for uploaded files: all of them, or none.
import { type Environment, readFlag, readUrl, SettingError } from './setting-values.ts'

/** A bucket of S3-compatible storage. */
export interface S3Settings {
  /** Without a path. */
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKey: string
  readonly secretKey: string
  /** The bucket stands in the path of addresses; else before the host. */
  readonly pathStyle: boolean
}

const S3_SETTINGS = [
  'FILES_S3_ENDPOINT',
  'FILES_S3_BUCKET',
  'FILES_S3_ACCESS_KEY',
  'FILES_S3_SECRET_KEY',
] as const

/** Null where none is set: files lie in the data folder. */
export function readFilesS3(env: Environment): S3Settings | null {
  const [given] = [...S3_SETTINGS, 'FILES_S3_REGION', 'FILES_S3_PATH_STYLE'].filter((name) => env[name])
  if (given === undefined) return null
  const absent = S3_SETTINGS.filter((name) => !env[name])
  if (absent.length > 0)
    throw new SettingError(
      `设置 ${absent.join('、')} 不能为空，因为设置了 ${given}，上传的文件存放在 S3 存储桶`,
    )
  const { origin, href } = new URL(readUrl(env, 'FILES_S3_ENDPOINT', ['http:', 'https:']) ?? '')
  if (href !== `${origin}/`)
    throw new SettingError('设置 FILES_S3_ENDPOINT 应为不带路径的地址，如 https://s3.example.cn')
  const { FILES_S3_BUCKET: bucket = '', FILES_S3_ACCESS_KEY = '', FILES_S3_SECRET_KEY = '' } = env
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new SettingError(
      `设置 FILES_S3_BUCKET 应为存储桶的名称，由 3 到 63 个小写字母、数字、点或连字符组成，现为“${bucket}”`,
    )
  return {
    endpoint: origin,
    bucket,
    region: env.FILES_S3_REGION || 'us-east-1',
    accessKey: FILES_S3_ACCESS_KEY,
    secretKey: FILES_S3_SECRET_KEY,
    pathStyle: readFlag(env, 'FILES_S3_PATH_STYLE', true),
  }
}
