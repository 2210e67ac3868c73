import { expect } from '@playwright/test';
import { annotations } from '../../../bin/gate/annotations.ts';
import { ctrf } from '../../../reports/ctrf.ts';
import { readBaseline } from '../../../reports/gate/baseline.ts';
import { judgeGate } from '../../../reports/gate/gate.ts';
import { junit } from '../../../reports/junit.ts';
import { profileLine } from '../../../reports/profile-line.ts';
import { rulesOf, runFindings, sarif } from '../../../reports/sarif.ts';
import { test } from '../plain-test.ts';
import { report, reportOf, row, rows } from '../reports/sample.ts';

/** What Jenkins takes of JUnit: the attributes and the children of each element, and no others. */
const jenkins: Readonly<Record<string, { attributes: string; children: string }>> = {
  testsuites: { attributes: 'name time tests failures errors disabled', children: 'testsuite' },
  testsuite: {
    attributes:
      'name tests failures errors skipped disabled time timestamp hostname id package file log url version',
    children: 'properties testcase testsuite system-out system-err',
  },
  properties: { attributes: '', children: 'property' },
  property: { attributes: 'name value', children: '' },
  testcase: {
    attributes: 'name classname time status assertions class file line group url',
    children: 'skipped error failure system-out system-err',
  },
  skipped: { attributes: 'type message', children: '' },
  error: { attributes: 'type message', children: '' },
  failure: { attributes: 'type message', children: '' },
};

/** The elements of an XML text that Jenkins would refuse, in words. */
function refused(xml: string): string[] {
  const open: string[] = [];
  const found: string[] = [];
  for (const [, end, name = '', attributes = '', closed] of xml.matchAll(
    /<(\/?)([\w-]+)((?:\s[\w-]+="[^"]*")*)\s*(\/?)>/g,
  )) {
    if (end) {
      open.pop();
      continue;
    }
    const holder = open.at(-1);
    const known = jenkins[name];
    if (holder !== undefined && !jenkins[holder]?.children.split(' ').includes(name))
      found.push(`${name} in ${holder}`);
    for (const [, attribute = ''] of attributes.matchAll(/\s([\w-]+)=/g))
      if (!known?.attributes.split(' ').includes(attribute)) found.push(`${attribute} on ${name}`);
    for (const [, time = ''] of attributes.matchAll(/\stime="([^"]*)"/g))
      if (!/^\d+\.\d{3}$/.test(time)) found.push(`time ${time}`);
    if (!closed) open.push(name);
  }
  return found;
}

test('Jenkins takes junit.xml, and would not take `skipped` on the list of suites', () => {
  const xml = junit(report, new Map());

  expect(refused(xml)).toEqual([]);
  expect(refused(xml.replace('<testsuites ', '<testsuites skipped="3" '))).toEqual(['skipped on testsuites']);
});

test('CTRF counts every row once, by its status', () => {
  const { reportFormat, results } = JSON.parse(ctrf(report, new Map())) as {
    reportFormat: string;
    results: {
      summary: Record<string, number>;
      tests: { id: string; name: string; status: string; trace?: string }[];
    };
  };
  const statuses = ['passed', 'failed', 'skipped', 'pending', 'other'];

  expect(reportFormat).toBe('CTRF');
  expect(results.tests.map(({ name }) => name)).toEqual(rows.map(({ id }) => id));
  for (const status of statuses)
    expect(results.summary[status]).toBe(results.tests.filter((one) => one.status === status).length);
  expect(new Set(results.tests.map(({ id }) => id)).size).toBe(rows.length);
  expect(results.tests.find(({ trace }) => trace)?.trace).toContain('--only');
});

test('SARIF has one result for each cause, at a line of the profile, with its rule', () => {
  const at = () => ({ file: 'profiles/my profile.yaml', line: 3 });
  const log = JSON.parse(sarif(runFindings(report, at), rulesOf(report)));

  expect(log).toMatchObject({
    version: '2.1.0',
    runs: [{ results: [{ ruleId: 'pagination.offset-with-cursor', ruleIndex: 0, level: 'error' }] }],
  });
  expect(log.runs[0].results[0].locations[0].physicalLocation).toEqual({
    artifactLocation: { uri: 'profiles/my%20profile.yaml' },
    region: { startLine: 3 },
  });
});

test('a clause stands for the line of the reading that it needs, or else for the target', () => {
  const text = 'name: x\ntarget: https://x.example\nreadings:\n  limits.maximum-limit: 500\n';

  expect(profileLine(text, ['limits.maximum-limit'])).toBe(4);
  expect(profileLine(text, ['other.gap'])).toBe(2);
  expect(profileLine('', [])).toBe(1);
});

test('an annotation is one command, whatever a reason holds', () => {
  const evil = row('class.name', 'listClasses', {
    verdict: 'fail',
    reason: 'x',
    expected: 'a\n::set-output name=x::y',
    actual: '%0A\r',
  });
  const entries = readBaseline('b', 'failures: []');
  const told = annotations(
    judgeGate(
      reportOf([evil, row('class.name', 'listUsers')]),
      { name: 'b', entries },
      { day: '2026-01-01', strict: false },
    ),
  );

  expect(told.split('\n')).toHaveLength(1);
  expect(told).toMatch(/^::error file=.*profile\.yaml,line=1,title=class\.name::/);
  expect(told).toContain('a%0A::set-output');
});
