# Ratios of the queues to JCTools, from the table in docs/benchmarks.md. Render: gnuplot docs/images/queues-to-jctools.gp
set terminal svg size 760,560 font "Helvetica,Arial,sans-serif,12" background "white"
set output "docs/images/queues-to-jctools.svg"
$ratios << EOD
0 1.50 0.93 5.18 "MPMC unbounded 1K 2 producers 2 consumers"
1 2.15 1.41 4.69 "MPMC array 2 producers 2 consumers"
2 2.38 1.87 3.12 "SPMC array 2 consumers"
3 10.35 5.99 10.81 "MPSC array fill and drain of arrays"
4 5.21 4.38 6.84 "MPSC array fill and drain"
5 1.66 0.25 4.41 "MPSC linked 2 producers"
6 1.31 1.15 1.71 "MPSC unbounded 1K 2 producers"
7 3.62 2.30 4.30 "MPSC array 8 producers"
8 3.47 3.02 4.37 "MPSC array 4 producers"
9 4.50 3.09 4.68 "MPSC array 2 producers"
10 13.72 9.41 15.14 "SPSC array fill and drain of arrays"
11 7.31 3.66 7.99 "SPSC array fill and drain"
12 1.34 0.92 1.40 "SPSC unbounded 16K"
13 0.84 0.63 0.92 "SPSC unbounded 1K"
14 1.03 0.82 1.09 "SPSC unbounded 128"
15 0.96 0.46 1.25 "SPSC unbounded 16"
16 4.48 2.22 5.63 "SPSC growable 16"
17 1.25 0.98 1.85 "SPSC chunked 16K"
18 0.89 0.67 0.99 "SPSC chunked 1K"
19 0.97 0.86 1.21 "SPSC chunked 128"
20 0.85 0.75 1.27 "SPSC chunked 16"
21 1.69 1.00 3.61 "SPSC linked"
22 5.23 4.69 7.66 "SPSC array in service"
23 4.37 3.84 6.74 "SPSC array"
EOD
set logscale x
set xrange [0.2:20]
set yrange [-0.8:23.8]
set xtics ("1/4" 0.25, "1/2" 0.5, "1" 1, "2" 2, "4" 4, "8" 8, "16" 16)
set xlabel "times the elements per second of JCTools 4.0.7, 95 % interval"
set grid xtics lc rgb "#dddddd"
set arrow from 1, graph 0 to 1, graph 1 nohead lc rgb "#5a6672" lw 1.5
set border 1 lc rgb "#5a6672"
set ytics nomirror scale 0
set key off
plot $ratios using 2:1:3:4:ytic(5) with xerrorbars pt 7 ps 0.6 lw 1.4 lc rgb "#3b6ea5"
