// Tests the XML reader and the reading of CAS answers.
import { describe, expect, test } from 'vitest'
import { readCasAnswer } from '#server/identity/sso/cas/cas-answer.ts'
import { failure, success } from '#server/identity/sso/provider/identity-provider.ts'
import { readXml } from '#server/platform/xml/read-xml.ts'
import { encodeText } from '#server/platform/xml/references.ts'

const CAS = 'xmlns:cas="http://www.yale.edu/tp/cas"'
const wrap = (inside: string, root = `cas:serviceResponse ${CAS}`) =>
  `<?xml version="1.0" encoding="UTF-8"?><${root}>${inside}</${root.split(' ')[0]}>`
const person = (user: string, more = '') =>
  wrap(`<cas:authenticationSuccess><cas:user>${user}</cas:user>${more}</cas:authenticationSuccess>`)

describe('readXml', () => {
  test('reads namespaces, attributes, references, comments and CDATA', () => {
    const source = `<?xml version="1.0"?>\n<!-- a --><a xmlns="urn:one" x='1 &lt; 2'>t&amp;<b:c xmlns:b="urn:two"/><![CDATA[<&>]]><!-- -->u&#20013;&#x6587;</a>\n`
    expect(readXml(source)).toEqual({
      namespace: 'urn:one',
      name: 'a',
      attributes: { x: '1 < 2' },
      text: 't&<&>u中文',
      children: [{ namespace: 'urn:two', name: 'c', attributes: {}, text: '', children: [] }],
    })
  })
  test('limits a namespace prefix to the element that declares the prefix', () => {
    expect(() => readXml('<a><b xmlns:p="urn:p"/><p:c/></a>')).toThrow('unknown prefix p')
  })
  test.each([
    '',
    'text',
    '<a>',
    '</a>',
    '<a></b>',
    '<a/><b/>',
    '<a/>text',
    '<a b=c/>',
    '<a b="1" b="2"/>',
    '<a b="<"/>',
    '<a>&unknown;</a>',
    '<a>&amp</a>',
    '<a>&#0;</a>',
    '<a>&#xD800;</a>',
    '<a>&#x110000;</a>',
    '<a>\u0001</a>',
    '<a><!-- -- --></a>',
    '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
    '<!DOCTYPE a><a/>',
    '<a><?php echo 1 ?></a>',
    '<p:a/>',
    '<a><![CDATA[</a>',
    '<'.repeat(1000),
    '<a>'.repeat(60) + '</a>'.repeat(60),
    `<a>${'x'.repeat(70_000)}</a>`,
    JSON.stringify({ serviceResponse: {} }),
  ])('refuses %s', (source) => {
    expect(() => readXml(source)).toThrow()
  })
  test('refuses repetitive inputs of 60,000 characters in less than a second', () => {
    const began = performance.now()
    for (const part of ['<a b="', '<!--', '<![CDATA[', '&', ' a="1"', '<a '])
      expect(() => readXml(`<a ${part.repeat(60_000 / part.length)}`)).toThrow()
    expect(performance.now() - began).toBeLessThan(1_000)
  })
  test('returns the text that encodeText escaped', () => {
    const text = `<&>"'中文 ]]>`
    expect(readXml(`<a b="${encodeText(text)}">${encodeText(text)}</a>`)).toMatchObject({
      text,
      attributes: { b: text },
    })
  })
})

describe('readCasAnswer', () => {
  test('returns the user and, in protocol 3.0, the attributes', () => {
    expect(readCasAnswer(success('zhang', {}))).toEqual({ kind: 'person', user: 'zhang', attributes: {} })
    const more =
      '<cas:attributes><cas:mobile>1</cas:mobile><cas:role>a</cas:role><cas:role>b</cas:role></cas:attributes>'
    expect(readCasAnswer(person(' zhang ', more))).toEqual({
      kind: 'person',
      user: 'zhang',
      attributes: { mobile: ['1'], role: ['a', 'b'] },
    })
  })
  test('returns the code of a refusal', () => {
    expect(readCasAnswer(failure('INVALID_TICKET', '无效'))).toEqual({
      kind: 'refused',
      code: 'INVALID_TICKET',
    })
  })
  test('joins the user name across a comment', () => {
    expect(readCasAnswer(person('admin<!-- -->.evil'))).toMatchObject({ user: 'admin.evil' })
  })
  test('refuses a ticket that was issued for a proxy', () => {
    expect(readCasAnswer(person('zhang', '<cas:proxies><cas:proxy>x</cas:proxy></cas:proxies>'))).toEqual({
      kind: 'refused',
      code: 'UNAUTHORIZED_SERVICE_PROXY',
    })
  })
  test.each([
    wrap(''),
    wrap('<cas:authenticationSuccess/>'),
    person(''),
    person('  '),
    person('<b>zhang</b>'),
    person('x'.repeat(101)),
    person('zhang', '<cas:user>other</cas:user>'),
    wrap('<authenticationSuccess><user>zhang</user></authenticationSuccess>'),
    person('zhang').replace('http://www.yale.edu/tp/cas', 'http://evil.example/cas'),
    wrap(
      '<cas:authenticationFailure code="INVALID_TICKET"/><cas:authenticationSuccess><cas:user>zhang</cas:user></cas:authenticationSuccess>',
    ),
    wrap('<cas:x><cas:authenticationSuccess><cas:user>zhang</cas:user></cas:authenticationSuccess></cas:x>'),
    '<html><body>502</body></html>',
  ])('throws for the invalid answer %s', (text) => {
    expect(() => readCasAnswer(text)).toThrow()
  })
})
