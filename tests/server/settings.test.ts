// Tests settings from the environment: defaults, and a one-line message for each wrong value.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readSettings, requirePublicUrl } from '#server/platform/settings.ts'

describe('settings', () => {
  test('are all optional', () => {
    const { root, ...settings } = readSettings({})
    expect(existsSync(join(root, 'package.json'))).toBe(true)
    expect(settings).toEqual({
      port: 8080,
      host: '0.0.0.0',
      dataDir: './data',
      databaseUrl: null,
      listenUrl: null,
      preparesStatements: true,
      readUrl: null,
      databaseConnections: 10,
      trustProxy: [],
      webhookNetworks: ['127.0.0.0/8', '::1/128'],
      publicUrl: null,
      demo: true,
      logLevel: 'error',
      accessLog: false,
      tracesUrl: null,
      sms: null,
      mail: null,
      smsPerDay: 10_000,
      portal: root,
      built: join(root, 'dist', 'portal'),
      organiser: {},
      writeLimits: 1,
      fileQuota: 500 * 1024 * 1024,
      filesS3: null,
      sso: {
        url: null,
        protocol: 3,
        groups: 'groups',
        client: { id: 'portal', secret: null, scopes: 'openid profile phone' },
      },
      map: { url: '/map', caption: '示意图，不作划界依据，正式部署请替换为带审图号的标准地图' },
      dataKeys: [],
      corsOrigins: [],
      embedOrigins: [],
      cacheBytes: 24 * 1024 * 1024,
      demoPassword: null,
      metricsToken: null,
      secondAdministrator: false,
      apiDocs: true,
      production: false,
    })
  })
  test('take several servers in one address, and refuse it when one of them is wrong', () => {
    const several = 'postgres://portal@one:5432,two:5433/portal'
    expect(readSettings({ DATABASE_URL: several }).databaseUrl).toBe(several)
    expect(() => readSettings({ DATABASE_URL: 'postgres://portal@one:5432,two:x/portal' })).toThrow(
      '设置 DATABASE_URL 应为 postgres:// 或 postgresql:// 开头的地址',
    )
  })
  test('take a replica and a direct address beside a database only', () => {
    for (const name of ['DATABASE_READ_URL', 'DATABASE_LISTEN_URL'])
      expect(() => readSettings({ [name]: 'postgres://other/portal' })).toThrow(
        `设置 DATABASE_URL 应为数据库的地址，因为设置了 ${name}`,
      )
  })
  test('prepare no statements behind a pooler unless told to', () => {
    const pooled = { DATABASE_URL: 'postgres://pooler/portal', DATABASE_LISTEN_URL: 'postgres://db/portal' }
    expect(readSettings(pooled).preparesStatements).toBe(false)
    expect(readSettings({ ...pooled, DATABASE_PREPARED: '1' }).preparesStatements).toBe(true)
  })
  test('read a secret from the file that NAME_FILE names, and refuse both spellings or no file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'settings-'))
    try {
      const file = join(folder, 'url')
      writeFileSync(file, 'postgres://portal:secret@db/portal\n')
      expect(readSettings({ DATABASE_URL_FILE: file }).databaseUrl).toBe('postgres://portal:secret@db/portal')
      const both = { DATABASE_URL_FILE: file, DATABASE_URL: 'postgres://other' }
      expect(() => readSettings(both)).toThrow('DATABASE_URL 与 DATABASE_URL_FILE 只能写一个')
      const missing = { DATA_KEY_FILE: join(folder, 'none') }
      expect(() => readSettings(missing)).toThrow(
        `无法读取设置 DATA_KEY_FILE 指明的文件“${missing.DATA_KEY_FILE}”`,
      )
      writeFileSync(file, 'not an address')
      expect(() => readSettings({ DATABASE_URL_FILE: file })).toThrow('设置 DATABASE_URL 应为')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
  test('require MAP_CAPTION with another MAP_URL and refuse a wrong MAP_URL', () => {
    const map = { MAP_URL: 'https://maps.example/cn/', MAP_CAPTION: '审图号：GS（2024）0000号' }
    expect(readSettings(map).map).toEqual({
      url: 'https://maps.example/cn',
      caption: '审图号：GS（2024）0000号',
    })
    expect(() => readSettings({ MAP_URL: '/maps' })).toThrow('MAP_CAPTION')
    for (const wrong of ['maps', '//maps.example', 'ftp://maps.example', 'javascript:alert(1)'])
      expect(() => readSettings({ ...map, MAP_URL: wrong }), wrong).toThrow('MAP_URL')
  })
  test('put the data of another portal into its folder unless DATA_DIR is set', () => {
    const portal = join(import.meta.dirname, '..', 'portals', 'library')
    expect(readSettings({ PORTAL_DIR: portal }).dataDir).toBe(join(portal, 'data'))
    expect(readSettings({ PORTAL_DIR: portal, DATA_DIR: '/var/lib/books' }).dataDir).toBe('/var/lib/books')
  })
  test('disable demo mode and /docs in production unless they are set', () => {
    expect(readSettings({ NODE_ENV: 'production' })).toMatchObject({ demo: false, apiDocs: false })
    const both = { NODE_ENV: 'production', DEMO: '1', API_DOCS: '1' }
    expect(readSettings(both)).toMatchObject({ demo: true, apiDocs: true })
  })
  test('let LOG_LEVEL decide what is logged, by default warnings in production', () => {
    expect(readSettings({ NODE_ENV: 'production' }).logLevel).toBe('warn')
    expect(readSettings({ NODE_ENV: 'production', LOG_LEVEL: 'debug' }).logLevel).toBe('debug')
  })
  test('read TRUST_PROXY as a list of networks', () => {
    expect(readSettings({ TRUST_PROXY: '10.0.0.0/8, ::1,192.168.1.1' }).trustProxy).toEqual([
      '10.0.0.0/8',
      '::1',
      '192.168.1.1',
    ])
  })
  test('let webhooks reach this machine in demo mode, and else the networks of WEBHOOK_NETWORKS', () => {
    expect(readSettings({ NODE_ENV: 'production' }).webhookNetworks).toEqual([])
    expect(readSettings({ WEBHOOK_NETWORKS: '10.0.0.0/8, fd00::/8' }).webhookNetworks).toEqual([
      '10.0.0.0/8',
      'fd00::/8',
    ])
  })
  const wrong: readonly (readonly [name: string, value: string])[] = [
    ['DATA_KEY', 'short'],
    ['DATA_KEY', `${'0'.repeat(64)},other`],
    ['READ_CACHE_MB', '-1'],
    ['READ_CACHE_MB', 'much'],
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'localhost'],
    ['PUBLIC_URL', 'ftp://example.com'],
    ['PUBLIC_URL', 'https://example.com/portal'],
    ['SSO_URL', 'cas.example'],
    ['SSO_PROTOCOL', '1'],
    ['SSO_SCOPES', 'profile'],
    ['SSO_GROUPS', 'two names'],
    ['DATABASE_CONNECTIONS', '1'],
    ['DATABASE_CONNECTIONS', 'many'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '300.1.1.1'],
    ['TRUST_PROXY', 'everybody'],
    ['WEBHOOK_NETWORKS', 'intranet'],
    ['DEMO', 'yes'],
    ['LOG_LEVEL', 'loud'],
    ['ACCESS_LOG', 'all'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4317'],
    ['DEMO_PASSWORD', 'short'],
    ['NODE_ENV', 'prod'],
  ]
  test.each(wrong)('refuse %s=%s with a one-line message', (name, value) => {
    const read = () => readSettings({ [name]: value })
    expect(read).toThrow(new RegExp(`^设置 ${name} 应为[^\\n]+$`))
  })
  test('read PUBLIC_URL without the slash at its end', () => {
    expect(readSettings({ PUBLIC_URL: 'https://portal.example/' }).publicUrl).toBe('https://portal.example')
  })
  test('require PUBLIC_URL of a server in production only', () => {
    const require = (env: Record<string, string>) => () => requirePublicUrl(readSettings(env))
    expect(require({ NODE_ENV: 'production' })).toThrow(/^设置 PUBLIC_URL 应为[^\n]+$/)
    expect(require({ NODE_ENV: 'production', PUBLIC_URL: 'https://portal.example' })).not.toThrow()
    expect(require({})).not.toThrow()
  })
  test('require PUBLIC_URL for single sign-on', () => {
    const SSO_URL = 'https://cas.example/cas'
    expect(() => readSettings({ SSO_URL })).toThrow(/^设置 PUBLIC_URL 应为/)
    const PUBLIC_URL = 'https://portal.example'
    expect(readSettings({ SSO_URL, PUBLIC_URL }).sso).toMatchObject({ url: SSO_URL, protocol: 3 })
    expect(readSettings({ SSO_URL, PUBLIC_URL, SSO_PROTOCOL: '2' }).sso.protocol).toBe(2)
  })
  test('require HTTPS and a client id for OpenID Connect', () => {
    const oidc = { SSO_PROTOCOL: 'oidc', PUBLIC_URL: 'https://portal.example' }
    const read = (more: Readonly<Record<string, string>>) => readSettings({ ...oidc, ...more }).sso
    const SSO_URL = 'https://id.example/realms/one'
    expect(() => read({ SSO_URL })).toThrow(/^设置 SSO_CLIENT_ID 应为/)
    expect(() => read({ SSO_URL: 'http://id.example', SSO_CLIENT_ID: 'a' })).toThrow(
      /^设置 SSO_URL 应为 https/,
    )
    expect(read({ SSO_URL: 'http://127.0.0.1:3000', SSO_CLIENT_ID: 'a' }).url).toBe('http://127.0.0.1:3000')
    const more = { SSO_CLIENT_SECRET: 'b', SSO_SCOPES: 'openid groups', SSO_GROUPS: 'roles' }
    expect(read({ SSO_URL, SSO_CLIENT_ID: 'a', ...more })).toEqual({
      url: SSO_URL,
      protocol: 'oidc',
      groups: 'roles',
      client: { id: 'a', secret: 'b', scopes: 'openid groups' },
    })
  })
  test('of a bucket for files are complete, or refused with what is wrong', () => {
    const whole = {
      FILES_S3_ENDPOINT: 'https://s3.example.cn',
      FILES_S3_BUCKET: 'portal-files',
      FILES_S3_ACCESS_KEY: 'key',
      FILES_S3_SECRET_KEY: 'hidden',
    }
    expect(readSettings(whole).filesS3).toEqual({
      endpoint: 'https://s3.example.cn',
      bucket: 'portal-files',
      region: 'us-east-1',
      accessKey: 'key',
      secretKey: 'hidden',
      pathStyle: true,
    })
    const more = { FILES_S3_REGION: 'cn-north-1', FILES_S3_PATH_STYLE: '0' }
    expect(readSettings({ ...whole, ...more }).filesS3).toMatchObject({
      region: 'cn-north-1',
      pathStyle: false,
    })
    const refuse = (change: Readonly<Record<string, string>>, words: string) =>
      expect(() => readSettings({ ...whole, ...change })).toThrow(words)
    refuse(
      { FILES_S3_SECRET_KEY: '', FILES_S3_BUCKET: '' },
      '设置 FILES_S3_BUCKET、FILES_S3_SECRET_KEY 不能为空',
    )
    refuse({ FILES_S3_ENDPOINT: 'https://s3.example.cn/portal' }, '设置 FILES_S3_ENDPOINT 应为不带路径的地址')
    refuse(
      { FILES_S3_ENDPOINT: 's3.example.cn' },
      '设置 FILES_S3_ENDPOINT 应为 http:// 或 https:// 开头的地址',
    )
    refuse({ FILES_S3_BUCKET: 'Portal' }, '设置 FILES_S3_BUCKET 应为存储桶的名称')
    refuse({ FILES_S3_PATH_STYLE: 'no' }, '设置 FILES_S3_PATH_STYLE 应为 1 或 0')
    expect(() => readSettings({ FILES_S3_REGION: 'cn-north-1' })).toThrow('因为设置了 FILES_S3_REGION')
  })
  test('refuse a wrong DATABASE_URL without repeating its password', () => {
    expect(() => readSettings({ DATABASE_URL: 'mysql://me:secret@host/x' })).toThrow(/^((?!secret).)*$/)
  })
})
