/* Route planner on a small directed graph given as input edges: reachability,
 * shortest paths, topological order, bridges and a bounded maximum flow. */
#include <stdint.h>
#include <stddef.h>
#include <stdbool.h>
#include <string.h>
#include <assert.h>
#include <stdio.h>

void klee_make_symbolic(void *addr, unsigned long size, const char *name);

#define NODES 7
#define EDGES 10
#define INF 10000

/* Packed as received: endpoints in one byte, weight and flags in the other. */
struct raw_edge {
    uint8_t ends;
    uint8_t info;
};

struct edge {
    uint8_t from, to;
    uint8_t weight;
    bool two_way;
};

struct graph {
    struct edge e[EDGES];
    int n;
    int w[NODES][NODES]; /* cheapest direct connection, INF if none */
    int rejected, parallel;
};

struct path {
    int node[NODES];
    int len;
    int cost;
};

static void graph_init(struct graph *g)
{
    memset(g, 0, sizeof *g);
    for (int i = 0; i < NODES; i++)
        for (int j = 0; j < NODES; j++)
            g->w[i][j] = i == j ? 0 : INF;
}

static void connect(struct graph *g, int a, int b, int weight)
{
    if (g->w[a][b] != INF)
        g->parallel++;
    if (weight < g->w[a][b])
        g->w[a][b] = weight;
}

static bool add_edge(struct graph *g, struct raw_edge r)
{
    struct edge e;
    e.from = r.ends >> 4;
    e.to = r.ends & 0x0F;
    e.weight = r.info & 0x3F;
    e.two_way = (r.info & 0x40) != 0;
    if (e.from >= NODES || e.to >= NODES || e.from == e.to || e.weight == 0) {
        g->rejected++;
        return false;
    }
    g->e[g->n++] = e;
    connect(g, e.from, e.to, e.weight);
    if (e.two_way)
        connect(g, e.to, e.from, e.weight);
    return true;
}

/* Breadth-first search; fills hop counts, -1 when unreachable. */
static int reach(const struct graph *g, int start, int hops[NODES])
{
    int queue[NODES], head = 0, tail = 0;
    for (int i = 0; i < NODES; i++)
        hops[i] = -1;
    hops[start] = 0;
    queue[tail++] = start;
    while (head < tail) {
        int u = queue[head++];
        for (int v = 0; v < NODES; v++) {
            if (hops[v] < 0 && g->w[u][v] < INF) {
                hops[v] = hops[u] + 1;
                queue[tail++] = v;
            }
        }
    }
    return tail;
}

static int pick_nearest(const int dist[NODES], const bool done[NODES])
{
    int best = -1;
    for (int i = 0; i < NODES; i++)
        if (!done[i] && dist[i] < INF && (best < 0 || dist[i] < dist[best]))
            best = i;
    return best;
}

static bool shortest(const struct graph *g, int from, int to, struct path *out)
{
    int dist[NODES], prev[NODES];
    bool done[NODES] = { false };
    for (int i = 0; i < NODES; i++) {
        dist[i] = INF;
        prev[i] = -1;
    }
    dist[from] = 0;
    for (int u; (u = pick_nearest(dist, done)) >= 0; ) {
        done[u] = true;
        if (u == to)
            break;
        for (int v = 0; v < NODES; v++) {
            if (g->w[u][v] < INF && dist[u] + g->w[u][v] < dist[v]) {
                dist[v] = dist[u] + g->w[u][v];
                prev[v] = u;
            }
        }
    }
    if (dist[to] >= INF)
        return false;
    out->cost = dist[to];
    out->len = 0;
    for (int u = to; u >= 0; u = prev[u])
        out->node[out->len++] = u;
    for (int i = 0, j = out->len - 1; i < j; i++, j--) {
        int t = out->node[i];
        out->node[i] = out->node[j];
        out->node[j] = t;
    }
    return true;
}

/* The path must start and end right and its legs must add up. */
static void check_path(const struct graph *g, const struct path *p, int from, int to)
{
    int cost = 0;
    assert(p->len >= 1 && p->node[0] == from && p->node[p->len - 1] == to);
    for (int i = 0; i + 1 < p->len; i++) {
        assert(g->w[p->node[i]][p->node[i + 1]] < INF);
        cost += g->w[p->node[i]][p->node[i + 1]];
    }
    assert(cost == p->cost);
}

static void all_pairs(const struct graph *g, int d[NODES][NODES])
{
    memcpy(d, g->w, sizeof g->w);
    for (int k = 0; k < NODES; k++)
        for (int i = 0; i < NODES; i++)
            for (int j = 0; j < NODES; j++)
                if (d[i][k] + d[k][j] < d[i][j])
                    d[i][j] = d[i][k] + d[k][j];
}

/* Kahn's algorithm; false when there is a cycle. */
static bool topological(const struct graph *g, int order[NODES])
{
    int indeg[NODES] = { 0 }, n = 0;
    bool used[NODES] = { false };
    for (int u = 0; u < NODES; u++)
        for (int v = 0; v < NODES; v++)
            if (u != v && g->w[u][v] < INF)
                indeg[v]++;
    while (n < NODES) {
        int u = 0;
        while (u < NODES && (used[u] || indeg[u] > 0))
            u++;
        if (u == NODES)
            return false;
        used[u] = true;
        order[n++] = u;
        for (int v = 0; v < NODES; v++)
            if (v != u && g->w[u][v] < INF)
                indeg[v]--;
    }
    return true;
}

/* Longest path from a node in an acyclic graph. */
static int critical_path(const struct graph *g, const int order[NODES], int start)
{
    int far[NODES], best = 0;
    for (int i = 0; i < NODES; i++)
        far[i] = -1;
    far[start] = 0;
    for (int k = 0; k < NODES; k++) {
        int u = order[k];
        if (far[u] < 0)
            continue;
        if (far[u] > best)
            best = far[u];
        for (int v = 0; v < NODES; v++)
            if (v != u && g->w[u][v] < INF && far[u] + g->w[u][v] > far[v])
                far[v] = far[u] + g->w[u][v];
    }
    return best;
}

/* Edges without which the target can no longer be reached. */
static int count_bridges(const struct graph *g, int from, int to)
{
    int hops[NODES], bridges = 0;
    reach(g, from, hops);
    if (hops[to] < 0)
        return 0;
    for (int u = 0; u < NODES; u++) {
        for (int v = 0; v < NODES; v++) {
            if (u == v || g->w[u][v] == INF)
                continue;
            struct graph cut = *g;
            cut.w[u][v] = INF;
            reach(&cut, from, hops);
            if (hops[to] < 0)
                bridges++;
        }
    }
    return bridges;
}

/* Find an augmenting path by breadth-first search; returns the bottleneck. */
static int augment(const int cap[NODES][NODES], int s, int t, int prev[NODES])
{
    int queue[NODES], head = 0, tail = 0, width[NODES] = { 0 };
    for (int i = 0; i < NODES; i++)
        prev[i] = -1;
    queue[tail++] = s;
    width[s] = INF;
    while (head < tail) {
        int u = queue[head++];
        for (int v = 0; v < NODES; v++) {
            if (width[v] > 0 || cap[u][v] == 0)
                continue;
            width[v] = width[u] < cap[u][v] ? width[u] : cap[u][v];
            prev[v] = u;
            if (v == t)
                return width[v];
            queue[tail++] = v;
        }
    }
    return 0;
}

static int max_flow(const struct graph *g, int s, int t)
{
    int cap[NODES][NODES] = { { 0 } }, prev[NODES], flow = 0;
    for (int i = 0; i < g->n; i++) {
        cap[g->e[i].from][g->e[i].to] += g->e[i].weight;
        if (g->e[i].two_way)
            cap[g->e[i].to][g->e[i].from] += g->e[i].weight;
    }
    /* each round saturates an edge, the number of rounds is small */
    for (int round = 0; round < NODES * EDGES; round++) {
        int width = augment(cap, s, t, prev);
        if (width == 0)
            break;
        for (int v = t; v != s; v = prev[v]) {
            cap[prev[v]][v] -= width;
            cap[v][prev[v]] += width;
        }
        flow += width;
    }
    return flow;
}

int main(void)
{
    struct raw_edge raw[EDGES];
    uint8_t query;
    struct graph g;
    klee_make_symbolic(raw, sizeof raw, "edges");
    klee_make_symbolic(&query, sizeof query, "query");

    graph_init(&g);
    for (int i = 0; i < EDGES && !(raw[i].info & 0x80); i++)
        add_edge(&g, raw[i]);
    int from = query >> 4, to = query & 0x0F;
    if (from >= NODES || to >= NODES || from == to)
        return 2;

    int hops[NODES], order[NODES], d[NODES][NODES];
    struct path p;
    int reached = reach(&g, from, hops);
    if (!shortest(&g, from, to, &p)) {
        assert(hops[to] < 0);
        printf("no route, %d reachable\n", reached);
        return 1;
    }
    check_path(&g, &p, from, to);
    all_pairs(&g, d);
    assert(d[from][to] == p.cost);
    int flow = max_flow(&g, from, to);
    int bridges = count_bridges(&g, from, to);
    assert(flow > 0);
    if (topological(&g, order))
        printf("acyclic, longest %d\n", critical_path(&g, order, from));
    else
        puts("has cycles");
    printf("cost %d hops %d legs %d flow %d bridges %d\n", p.cost, hops[to], p.len - 1, flow, bridges);
    return 0;
}
