// Tests the providers of text messages: signatures against published examples, and what their servers answer.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { postSms } from '#server/identity/sms/providers/post-sms.ts'
import { signAcs3 } from '#server/identity/sms/providers/sign-acs3.ts'
import { signTc3 } from '#server/identity/sms/providers/sign-tc3.ts'
import { buildSmsSender, type SmsMessage } from '#server/identity/sms/sms-sender.ts'
import { readSettings } from '#server/platform/settings.ts'

interface Received {
  readonly method: string | undefined
  readonly url: URL
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

const MOBILE = '13800138000'
const CODE: SmsMessage = { to: MOBILE, text: '您的验证码是 123456', code: '123456', kind: 'code' }

const received: Received[] = []
/** What the provider answers; null never answers. */
let answer: { readonly status: number; readonly body: unknown } | null = null
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const url = new URL(request.url ?? '', 'http://provider')
    received.push({
      method: request.method,
      url,
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    })
    if (answer) response.writeHead(answer.status).end(JSON.stringify(answer.body))
  })
})
let address = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  received.length = 0
})

const SHARED = { SMS_KEY_ID: 'key-id', SMS_KEY: 'key', SMS_SIGN: '应急装备信息网', SMS_TEMPLATE: 'T-1' }
const settingsOf = (env: Record<string, string>) =>
  readSettings({ ...SHARED, SMS_URL: address, SMS_APP_ID: '1400006666', ...env })
const senderOf = (provider: string, env: Record<string, string> = {}) => {
  const sender = buildSmsSender(settingsOf({ SMS_PROVIDER: provider, ...env }), () => '【本站】')
  if (!sender) throw new Error('no sender')
  return sender
}
const failureOf = (provider: string, message = CODE) =>
  senderOf(provider)
    .send(message)
    .then(
      () => 'sent',
      (error: Error) => error.message,
    )

describe('ACS3-HMAC-SHA256', () => {
  // https://help.aliyun.com/zh/sdk/product-overview/v3-request-structure-and-signature: the example with fixed values.
  test('signs the published example as published', () => {
    const { headers } = signAcs3({
      host: 'ecs.cn-shanghai.aliyuncs.com',
      action: 'RunInstances',
      version: '2014-05-26',
      query: { ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd', RegionId: 'cn-shanghai' },
      keyId: 'YourAccessKeyId',
      key: 'YourAccessKeySecret',
      at: new Date('2023-10-26T10:22:32Z'),
      nonce: '3156853299f313e23d1673dc12e1703d',
    })
    expect(headers.authorization).toBe(
      'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;' +
        'x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
    )
  })
})

describe('TC3-HMAC-SHA256', () => {
  // https://cloud.tencent.com/document/api/213/30654: DescribeInstances; the asterisks are part of the example's key.
  test('signs the published example as published', () => {
    const authorization = signTc3({
      service: 'cvm',
      headers: { 'content-type': 'application/json; charset=utf-8', host: 'cvm.tencentcloudapi.com' },
      body: String.raw`{"Limit": 1, "Filters": [{"Values": ["\u672a\u547d\u540d"], "Name": "instance-name"}]}`,
      keyId: 'AKIDz8krbsJ5yKBZQpn74WFkmLPx3*******',
      key: 'Gu5t9xGARNpq86cd98joQYCN3*******',
      at: new Date(1_551_113_065_000),
    })
    expect(authorization).toBe(
      'TC3-HMAC-SHA256 Credential=AKIDz8krbsJ5yKBZQpn74WFkmLPx3*******/2019-02-25/cvm/tc3_request, ' +
        'SignedHeaders=content-type;host, Signature=2230eefd229f582d8b1b891af7107b91597240707d778ab3738f756258d7652c',
    )
  })
})

describe('aliyun', () => {
  const refuse = (status: number, code: string) => {
    answer = {
      status,
      body: { Code: code, Message: `号码 ${MOBILE} 被拒绝`, RequestId: 'F655A8D5-B967-440B-8683' },
    }
  }

  test('sends a code by its template', async () => {
    answer = {
      status: 200,
      body: { Code: 'OK', Message: 'OK', BizId: '9006', RequestId: 'F655A8D5-B967-440B-8683' },
    }
    await senderOf('aliyun').send(CODE)
    const [{ method, url, headers } = {} as Received] = received
    expect([method, url.pathname, Object.fromEntries(url.searchParams)]).toEqual([
      'POST',
      '/',
      {
        PhoneNumbers: MOBILE,
        SignName: '应急装备信息网',
        TemplateCode: 'T-1',
        TemplateParam: '{"code":"123456"}',
      },
    ])
    expect(headers).toMatchObject({ 'x-acs-action': 'SendSms', 'x-acs-version': '2017-05-25' })
    // What the provider computes from the request as it arrived.
    const { headers: again } = signAcs3({
      host: String(headers.host),
      action: 'SendSms',
      version: '2017-05-25',
      query: Object.fromEntries(url.searchParams),
      keyId: 'key-id',
      key: 'key',
      at: new Date(String(headers['x-acs-date'])),
      nonce: String(headers['x-acs-signature-nonce']),
    })
    expect(headers.authorization).toBe(again.authorization)
  })

  test.each([
    ['a template that is not approved', 200, 'isv.SMS_TEMPLATE_ILLEGAL'],
    ['too many messages to a number', 200, 'isv.BUSINESS_LIMIT_CONTROL'],
    ['a wrong signature', 400, 'SignatureDoesNotMatch'],
  ])('names the refusal of %s without the number', async (_, status, code) => {
    refuse(status, code)
    expect(await failureOf('aliyun')).toBe(`aliyun answered ${code} (request F655A8D5-B967-440B-8683)`)
  })

  test('does not repeat a code that is none', async () => {
    refuse(200, `号码 ${MOBILE}`)
    expect(await failureOf('aliyun')).toBe('aliyun answered unreadable (request F655A8D5-B967-440B-8683)')
  })
})

describe('tencent', () => {
  const sent = (code: string) => ({
    Response: {
      SendStatusSet: [{ Code: code, Message: `${MOBILE}`, PhoneNumber: `+86${MOBILE}` }],
      RequestId: 'a0aabda6-cf91',
    },
  })

  test('sends a code by its template', async () => {
    answer = { status: 200, body: sent('Ok') }
    await senderOf('tencent').send(CODE)
    const [{ headers, body } = {} as Received] = received
    expect(JSON.parse(body)).toEqual({
      PhoneNumberSet: [`+86${MOBILE}`],
      SmsSdkAppId: '1400006666',
      SignName: '应急装备信息网',
      TemplateId: 'T-1',
      TemplateParamSet: ['123456'],
    })
    expect(headers).toMatchObject({
      'x-tc-action': 'SendSms',
      'x-tc-version': '2021-01-11',
      'x-tc-region': 'ap-guangzhou',
    })
    const signed = ['content-type', 'host', 'x-tc-action'].map((name) => [name, String(headers[name])])
    const again = signTc3({
      service: 'sms',
      headers: Object.fromEntries(signed),
      body,
      keyId: 'key-id',
      key: 'key',
      at: new Date(Number(headers['x-tc-timestamp']) * 1_000),
    })
    expect(headers.authorization).toBe(again)
  })

  test.each([
    ['a template that is not approved', sent('FailedOperation.TemplateIncorrectOrUnapproved')],
    ['too many messages to a number', sent('LimitExceeded.PhoneNumberThirtySecondLimit')],
    [
      'a wrong signature',
      {
        Response: {
          Error: { Code: 'AuthFailure.SignatureFailure', Message: MOBILE },
          RequestId: 'a0aabda6-cf91',
        },
      },
    ],
  ])('names the refusal of %s without the number', async (_, body) => {
    answer = { status: 200, body }
    const failure = await failureOf('tencent')
    expect(failure).toMatch(/^tencent answered [A-Z]\w+\.\w+ \(request a0aabda6-cf91\)$/)
    expect(failure).not.toContain(MOBILE)
  })

  test('an answer that is none of it is refused', async () => {
    answer = { status: 502, body: 'Bad Gateway' }
    expect(await failureOf('tencent')).toBe('tencent answered unreadable')
  })
})

describe('every provider', () => {
  test('that does not answer in time is named with a timeout', async () => {
    answer = null
    await expect(postSms(`${address}/`, {}, '', 50)).rejects.toThrow('127.0.0.1 answered timeout')
  })

  test('that is out of reach is named as unreachable', async () => {
    const sender = senderOf('aliyun', { SMS_URL: 'http://127.0.0.1:9' })
    await expect(sender.send(CODE)).rejects.toThrow('answered unreachable')
  })

  test.each(['password', 'notice'] as const)('sends no %s without a template of it', async (kind) => {
    answer = { status: 200, body: { Code: 'OK' } }
    expect(await failureOf('aliyun', { ...CODE, kind })).toBe(`aliyun answered no-template.${kind}`)
    expect(received).toEqual([])
  })

  test('sends a notice without its text', async () => {
    answer = { status: 200, body: { Code: 'OK' } }
    await senderOf('aliyun', { SMS_TEMPLATE_NOTICE: 'T-2' }).send({
      ...CODE,
      text: '秘密',
      code: '',
      kind: 'notice',
    })
    const { searchParams } = (received[0] as Received).url
    expect([searchParams.get('TemplateCode'), searchParams.get('TemplateParam')]).toEqual(['T-2', null])
  })

  test('a gateway gets the text behind the signature', async () => {
    answer = { status: 204, body: null }
    await senderOf('http', { SMS_SIGN: '' }).send(CODE)
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({
      mobile: MOBILE,
      content: '【本站】您的验证码是 123456',
      code: '123456',
    })
    expect(received[0]?.headers.authorization).toBe('Bearer key')
  })

  test.each([
    [{ SMS_PROVIDER: 'other' }, /SMS_PROVIDER 应为 http、aliyun 或 tencent/],
    [{ SMS_PROVIDER: 'aliyun', SMS_KEY: '' }, /SMS_KEY 应为 AccessKey Secret，因为 SMS_PROVIDER 是 aliyun/],
    [{ SMS_PROVIDER: 'tencent', SMS_APP_ID: '' }, /SMS_APP_ID 应为短信应用的 SdkAppId/],
  ])('is refused with one line for the settings %j', (env, message) => {
    expect(() => settingsOf(env)).toThrow(message)
  })
})
