// Tests that `npm run release` packs what a server needs: it starts from the archive, with the packages that are named.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startProcess } from '../server/support/start-process.ts'
import { ROOT, readFiles } from '../support/source-files.ts'

const out = mkdtempSync(join(tmpdir(), 'equipnet-release-'))
const { name, version } = readJson(join(ROOT, 'package.json')) as { name: string; version: string }
const folder = join(out, 'unpacked', `${name}-${version}`)

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** As an administrator lays them beside the files of the deployment. */
const secret = join(ROOT, 'scripts', 'deploy', 'secrets', 'of-a-test')

beforeAll(() => {
  mkdirSync(dirname(secret), { recursive: true })
  writeFileSync(secret, 'hidden')
  const made = spawnSync(process.execPath, ['scripts/release.mjs', '--out', out], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  expect(made.status, made.stderr).toBe(0)
  mkdirSync(dirname(folder))
  spawnSync('tar', ['-xzf', join(out, `${name}-${version}.tar.gz`), '-C', dirname(folder)])
}, 300_000)
afterAll(() => {
  rmSync(secret, { force: true })
  if (readdirSync(dirname(secret)).length === 0) rmdirSync(dirname(secret))
  rmSync(out, { recursive: true, force: true })
})

test('what an administrator keeps beside the deployment is neither in the archive nor in Git', () => {
  expect(existsSync(join(folder, 'scripts', 'deploy', 'nginx.conf'))).toBe(true)
  expect(existsSync(join(folder, 'scripts', 'deploy', 'secrets'))).toBe(false)
  const ignored = spawnSync('git', ['check-ignore', secret], { cwd: ROOT, encoding: 'utf8' })
  expect(ignored.stdout.trim()).toBe(secret)
})

test('the image is made without what is not in Git there', () => {
  const lines = readFileSync(join(ROOT, 'scripts/deploy/Dockerfile.dockerignore'), 'utf8').split('\n')
  const deployed = readFileSync(join(ROOT, '.gitignore'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('/scripts/'))
  expect(deployed).toHaveLength(3)
  expect(deployed.filter((line) => !lines.includes(line.slice(1)))).toEqual([])
})

test('the checksums are those of the archive and of the bill of materials', () => {
  const lines = readFileSync(join(out, 'SHA256SUMS'), 'utf8').trim().split('\n')
  expect(lines.map((line) => line.split('  ')[1])).toEqual([
    `${name}-${version}.tar.gz`,
    `${name}-${version}.cdx.json`,
  ])
  for (const line of lines) {
    const [sum, file = ''] = line.split('  ')
    expect(
      createHash('sha256')
        .update(readFileSync(join(out, file)))
        .digest('hex'),
    ).toBe(sum)
  }
})

test('the bill of materials names every package that is used, bundled or not, and no tool of development', () => {
  const bill = readJson(join(out, `${name}-${version}.cdx.json`)) as {
    bomFormat: string
    components: { group?: string; name: string }[]
  }
  expect(bill.bomFormat).toBe('CycloneDX')
  const named = new Set(bill.components.map((one) => (one.group ? `${one.group}/${one.name}` : one.name)))
  const { dependencies } = readJson(join(ROOT, 'package.json')) as { dependencies: object }
  expect(Object.keys(dependencies).filter((one) => !named.has(one))).toEqual([])
  expect(named.has('vitest')).toBe(false)
})

test('the list of packages names each that the server loads only when it needs it', () => {
  const { dependencies } = readJson(join(folder, 'package.json')) as { dependencies: object }
  const wanted = readFiles('src/server', /\.ts$/).flatMap(({ text }) =>
    text.includes('createRequire')
      ? [...text.matchAll(/(?:require|\(import\.meta\.url\))\('([^']+)'\)/g)].map(([, id = '']) => id)
      : [],
  )
  expect(wanted.length).toBeGreaterThan(2)
  expect(wanted.filter((id) => !Object.hasOwn(dependencies, id))).toEqual([])
})

test('the unpacked archive starts with the packages of its own list, serves the portal, and sends traces', async () => {
  const { dependencies } = readJson(join(folder, 'package.json')) as { dependencies: object }
  const { packages } = readJson(join(folder, 'package-lock.json')) as { packages: Record<string, object> }
  for (const one of Object.keys(dependencies)) {
    expect(packages[`node_modules/${one}`]).toBeDefined()
    const place = join(folder, 'node_modules', one)
    mkdirSync(dirname(place), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules', one), place)
  }
  const received: string[] = []
  const receiver = createServer((request, response) => {
    received.push(`${request.method} ${request.url}`)
    request.resume().on('end', () => response.end('{}'))
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  const server = await startProcess(
    {
      NODE_ENV: 'production',
      PORTAL_DIR: '',
      DATA_DIR: join(out, 'data'),
      DEMO: '0',
      OTEL_EXPORTER_OTLP_ENDPOINT,
    },
    folder,
  )
  try {
    const page = await fetch(server.url)
    expect(page.status).toBe(200)
    const script = /src="(\/[^"]+\.js)"/.exec(await page.text())?.[1]
    expect((await fetch(`${server.url}${script}`)).status).toBe(200)
    expect((await fetch(`${server.url}/newapi/menu/tree`)).status).toBe(200)
    const { data } = await (await fetch(`${server.url}/newapi/api/stat/overview`)).json()
    // Without DEMO nothing is filled in.
    expect(data).toEqual([])
    const check = spawnSync(process.execPath, ['dist/server/check.js'], { cwd: folder, encoding: 'utf8' })
    expect(check.status, check.stdout + check.stderr).toBe(0)
  } finally {
    await server.stop('SIGTERM')
    receiver.close()
  }
  expect(received).toContain('POST /v1/traces')
}, 240_000)
