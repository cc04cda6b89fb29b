// Calls a bucket: so many at a time, one more try after a passing error, errors that say what to do.
import { setTimeout } from 'node:timers/promises'
import { S3mini, S3ServiceError } from 's3mini'
import { ConcurrencyLimiter } from '#server/platform/limits/concurrency-limiter.ts'
import type { S3Settings } from '#server/platform/s3-settings.ts'
import { Failure } from '#shared/calls/errors.ts'
import { fetchInTime, NoAnswerError } from './fetch-in-time.ts'

/** Calls that wait for an answer; what comes beyond them is refused at once, and nothing else waits for it. */
const LIMITS = { running: 32, waiting: 64, timeout: 2_000 }
/** Files that are being sent on, each at the pace of its reader. */
const MAX_SENDING = 256
const PAUSE_MS = 200
/** In ms. */
const PATIENCE = 5_000

/** The code decides what the reader is told, the message tells the operator. */
export class FileStorageError extends Error {
  readonly code: 'EFILEREAD' | 'EFILEWRITE'

  constructor(message: string, code: FileStorageError['code'], cause: unknown) {
    super(message, { cause })
    this.code = code
  }
}

export class BucketCalls {
  readonly #client: S3mini
  readonly #limiter = new ConcurrencyLimiter(LIMITS)
  readonly #place: string
  #sending = 0

  constructor(
    { endpoint, bucket, region, accessKey, secretKey, pathStyle }: S3Settings,
    patience = PATIENCE,
  ) {
    const address = new URL(endpoint)
    if (pathStyle) address.pathname = `/${bucket}`
    else address.host = `${bucket}.${address.host}`
    this.#place = `${endpoint} 的存储桶 ${bucket}`
    this.#client = new S3mini({
      endpoint: address.href,
      region,
      accessKeyId: accessKey,
      secretAccessKey: secretKey,
      fetch: fetchInTime(patience),
    })
  }

  read<T>(call: (client: S3mini) => Promise<T>): Promise<T> {
    return this.#call(call, 'EFILEREAD')
  }

  write<T>(call: (client: S3mini) => Promise<T>): Promise<T> {
    return this.#call(call, 'EFILEWRITE')
  }

  /** The bytes of an answer, for whoever sends them on. */
  async *bytesOf(response: Response): AsyncGenerator<Uint8Array> {
    if (!response.body) return
    this.#sending += 1
    try {
      yield* response.body
    } catch (error) {
      throw this.#toError(error, 'EFILEREAD')
    } finally {
      this.#sending -= 1
    }
  }

  /** All calls can be repeated: they store the same bytes, and remove what is gone. */
  #call<T>(call: (client: S3mini) => Promise<T>, code: FileStorageError['code']): Promise<T> {
    const twice = () =>
      call(this.#client).catch(async (error: unknown) => {
        if (!isPassing(error)) throw error
        await setTimeout(PAUSE_MS)
        return call(this.#client)
      })
    if (this.#sending >= MAX_SENDING) return Promise.reject(this.#toError(TOO_MANY, code))
    return this.#limiter.enter(twice).catch((error: unknown) => {
      throw this.#toError(error, code)
    })
  }

  #toError(error: unknown, code: FileStorageError['code']): FileStorageError {
    return new FileStorageError(`文件存储（${this.#place}）${reasonOf(error)}`, code, error)
  }
}

const TOO_MANY = new Failure('UNAVAILABLE')

/** S3's own name of an error, such as `NoSuchKey`. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof S3ServiceError
    ? (/<Code>(\w+)<\/Code>/.exec(error.body ?? '')?.[1] ?? error.serviceCode)
    : undefined

function isPassing(error: unknown): boolean {
  if (error instanceof S3ServiceError) return error.status >= 500
  return !(error instanceof NoAnswerError)
}

function reasonOf(error: unknown): string {
  if (error instanceof NoAnswerError) return '没有及时应答'
  if (error instanceof Failure) return '应答太慢，等待的请求过多'
  if (error instanceof S3ServiceError) {
    const said = `（${error.status} ${codeOf(error)}）`
    if (error.status === 403) return `拒绝访问，请检查密钥及其读、写、列出和删除的权限${said}`
    if (error.status === 404) return `不存在，请检查 FILES_S3_BUCKET 和 FILES_S3_PATH_STYLE${said}`
    if (error.status < 500) return `不接受请求，请检查 FILES_S3_REGION 等设置${said}`
    return `出错${said}`
  }
  const { cause } = Object(error) as { readonly cause?: { readonly code?: string } }
  return `无法连接，请检查 FILES_S3_ENDPOINT 和网络（${cause?.code ?? String(error)}）`
}
