// Provides the list page as a good engineer writes it by hand: React, antd Table, axios and SWR.
import { Button, ConfigProvider, Form, Input, Select, Table, type TableColumnsType } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { HashRouter, Link, Route, Routes, useSearchParams } from 'react-router-dom'
import useSWR from 'swr'
import { fetcher } from './client.ts'

interface Demand {
  id: string
  title: string
  demandType: string
  urgency: string
  application: string
  budget: number | null
  region: string | null
  deadline: string
  publishedAt: string
}
type Dictionaries = Record<string, { value: string; label: string }[]>

const PAGE_SIZES = [10, 20, 30, 50]

function DemandList() {
  const [search, setSearch] = useSearchParams()
  const [form] = Form.useForm()
  const { data: dictionaries } = useSWR<Dictionaries>('/newapi/api/dict/all', fetcher)
  const [sort, setSort] = useState('-publishedAt')
  const query = new URLSearchParams(search)
  if (!query.has('page')) query.set('page', '1')
  if (!query.has('limit')) query.set('limit', '10')
  query.set('sort', sort)
  const { data, isLoading } = useSWR<{ list: Demand[]; totalCount: number }>(
    `/newapi/demand/showlist?${query}`,
    fetcher,
    { keepPreviousData: true },
  )
  const label = (name: string) => (value: string) =>
    dictionaries?.[name]?.find((item) => item.value === value)?.label ?? value
  const options = (name: string) => dictionaries?.[name] ?? []
  const columns: TableColumnsType<Demand> = [
    {
      title: '需求标题',
      dataIndex: 'title',
      render: (text, row) => <Link to={`/needDetail?id=${row.id}`}>{text}</Link>,
    },
    { title: '需求类型', dataIndex: 'demandType', render: label('demandType') },
    { title: '紧急程度', dataIndex: 'urgency', render: label('demandUrgency') },
    { title: '应用场景', dataIndex: 'application', render: label('application') },
    {
      title: '预算金额',
      dataIndex: 'budget',
      align: 'right',
      sorter: true,
      render: (value) => (value == null ? '面议' : `${value} 万元`),
    },
    { title: '使用地区', dataIndex: 'region' },
    { title: '征集截止日期', dataIndex: 'deadline', sorter: true },
    {
      title: '发布时间',
      dataIndex: 'publishedAt',
      sorter: true,
      render: (value: string) => value?.slice(0, 10),
    },
  ]
  return (
    <main style={{ width: 1200, margin: '0 auto' }}>
      <h1>更多需求</h1>
      <Form
        form={form}
        layout="inline"
        initialValues={Object.fromEntries(search)}
        onFinish={(values) => {
          const next = Object.fromEntries(Object.entries(values).filter(([, value]) => value)) as Record<
            string,
            string
          >
          setSearch({ ...next, page: '1' })
        }}
      >
        <Form.Item name="keyWord" label="关键词">
          <Input allowClear />
        </Form.Item>
        <Form.Item name="demandType" label="需求类型">
          <Select allowClear options={options('demandType')} style={{ width: 140 }} />
        </Form.Item>
        <Form.Item name="urgency" label="紧急程度">
          <Select allowClear options={options('demandUrgency')} style={{ width: 120 }} />
        </Form.Item>
        <Form.Item name="application" label="应用场景">
          <Select allowClear options={options('application')} style={{ width: 140 }} />
        </Form.Item>
        <Button type="primary" htmlType="submit">
          查询
        </Button>
      </Form>
      <Table
        rowKey="id"
        loading={isLoading}
        columns={columns}
        dataSource={data?.list ?? []}
        pagination={{
          current: Number(query.get('page')),
          pageSize: Number(query.get('limit')),
          total: data?.totalCount ?? 0,
          pageSizeOptions: PAGE_SIZES,
          showSizeChanger: true,
          showQuickJumper: true,
        }}
        onChange={(pagination, _filters, sorter) => {
          if (!Array.isArray(sorter) && sorter.order)
            setSort(`${sorter.order === 'descend' ? '-' : ''}${String(sorter.field)}`)
          setSearch({
            ...Object.fromEntries(search),
            page: String(pagination.current),
            limit: String(pagination.pageSize),
          })
        }}
      />
    </main>
  )
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <ConfigProvider locale={zhCN}>
    <HashRouter>
      <Routes>
        <Route path="*" element={<DemandList />} />
      </Routes>
    </HashRouter>
  </ConfigProvider>,
)
