// Provides the flood zone written by hand: antd Cards over several SWR reads.
import { Card, Col, ConfigProvider, Row, Tag } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import { createRoot } from 'react-dom/client'
import { HashRouter, Link, Route, Routes } from 'react-router-dom'
import useSWR from 'swr'
import { fetcher } from './client.ts'

interface Row_ {
  readonly [name: string]: unknown
  readonly id: string
  readonly title?: string
  readonly term?: string
  readonly publishedAt?: string
}

interface ItemsProps {
  readonly title: string
  readonly source: string
  readonly to: string
  /** What stands beside the title, in one line. */
  readonly facts?: readonly string[]
  /** Address of an item's picture. */
  readonly picture?: (item: Row_) => string | undefined
}

const money = (value: unknown) => (typeof value === 'number' ? `${value.toLocaleString('zh-CN')} 万元` : '')
const say = (name: string, value: unknown) =>
  name === 'budget' ? money(value) : typeof value === 'string' ? value.slice(0, 60) : ''
const cover = ({ cover }: Row_) => (typeof cover === 'string' ? cover : undefined)
const drawn = (item: Row_) => cover(item) ?? `/pictures/equipment/${String(item.equipmentType)}.svg`

function Items({ title, source, to, facts = [], picture }: ItemsProps) {
  const { data, isLoading } = useSWR<{ list: Row_[] }>(source, fetcher)
  return (
    <section>
      <Card title={title} loading={isLoading}>
        {data?.list.map((item) => (
          <p key={item.id} className="row">
            {picture?.(item) ? (
              <img src={picture(item)} width={80} height={60} alt="" loading="lazy" />
            ) : null}
            <Link to={`${to}?id=${item.id}`}>{item.title ?? item.term}</Link>{' '}
            {facts.map((name) => (
              <span key={name}>{say(name, item[name])} </span>
            ))}
            <Tag>{item.publishedAt?.slice(0, 10)}</Tag>
          </p>
        ))}
      </Card>
    </section>
  )
}

interface SectionProps extends ItemsProps {
  /** Of 24 columns. */
  readonly span: number
}

/** The same scene, sections and facts as the page that it is measured beside. */
const SECTIONS: readonly SectionProps[] = [
  {
    title: '防汛通知',
    span: 10,
    source: '/newapi/floodControlNotice/list?limit=6',
    to: '/floodControlNoticeDetail',
  },
  {
    title: '防汛动态',
    span: 14,
    source: '/newapi/cmsInfo/sortedList?zone=flood&limit=6',
    to: '/threePage',
    facts: ['summary'],
    picture: cover,
  },
  {
    title: '防汛装备推荐',
    span: 24,
    source: '/newapi/api/avicResource/indexList?sysCategoryId=C04&limit=10',
    to: '/inquire-page/msgEquipmen',
    picture: drawn,
  },
  {
    title: '防汛需求',
    span: 12,
    source: '/newapi/demand/showlist?sysCategoryId=C04&limit=4',
    to: '/needDetail',
    facts: ['region', 'budget', 'deadline'],
  },
  {
    title: '防汛采购',
    span: 12,
    source: '/newapi/bidding/list?sysCategoryId=C04&limit=4',
    to: '/threePageBind',
    facts: ['purchaser', 'budget', 'bidDeadline'],
  },
  {
    title: '防汛重点企业',
    span: 12,
    source: '/newapi/api/company/keynoteListFxkh?limit=4',
    to: '/companyDetails',
    facts: ['typesOfEnterprises'],
    picture: cover,
  },
  {
    title: '防汛抗洪装备企业',
    span: 12,
    source: '/newapi/api/avicResource/enterprisesFxkh?limit=4',
    to: '/companyDetails',
    facts: ['typesOfEnterprises'],
    picture: cover,
  },
  {
    title: '险情与处置百科',
    span: 12,
    source: '/newapi/encyclopedia/list?zones=flood&limit=5',
    to: '/threePageEncyclopedia',
    facts: ['definition'],
  },
  {
    title: '防汛标准',
    span: 12,
    source: '/newapi/standard/list?zones=flood&limit=5',
    to: '/standardDetail',
    facts: ['no', 'validity'],
  },
]

function FloodZone() {
  return (
    <main style={{ width: 1200, margin: '0 auto' }}>
      <img src="/pictures/scene/flood/0.svg?crop=wide" width={1200} height={220} alt="" />
      <h1>防汛专区</h1>
      <p>防汛抗旱 水旱同防</p>
      <Row gutter={16}>
        {SECTIONS.map(({ span, ...items }) => (
          <Col key={items.title} span={span}>
            <Items {...items} />
          </Col>
        ))}
      </Row>
    </main>
  )
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <ConfigProvider locale={zhCN}>
    <HashRouter>
      <Routes>
        <Route path="*" element={<FloodZone />} />
      </Routes>
    </HashRouter>
  </ConfigProvider>,
)
